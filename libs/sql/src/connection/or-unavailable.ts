import { StoreUnavailableException } from 'toolgate/approval';
import { isUnavailable } from './is-unavailable.js';

/**
 * Returns the answer of a database. Throws `StoreUnavailableException` if the database could not be reached in time and
 * certainly wrote nothing.
 */
export const orUnavailable = async <T>(answer: Promise<T>, mayHaveWritten: () => boolean = () => false): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    if (mayHaveWritten() || !isUnavailable(error)) throw error;
    throw new StoreUnavailableException(error);
  }
};
