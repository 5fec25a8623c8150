import { StoreUnavailableException } from 'toolgate/approval';
import { isUnavailable } from '../connection/is-unavailable.js';

/** What a database answers. Throws `StoreUnavailableException` if it could not be asked in time and certainly wrote nothing. */
export const answerOf = async <T>(answer: Promise<T>, mayHaveWritten: () => boolean = () => false): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    if (mayHaveWritten() || !isUnavailable(error)) throw error;
    throw new StoreUnavailableException(error);
  }
};
