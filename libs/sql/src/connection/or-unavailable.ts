import { recordOf } from '#core';
import { StoreUnavailableException } from 'toolgate/approval';
import { isUnavailable } from './is-unavailable.js';

/**
 * Returns the answer of a database. Throws `StoreUnavailableException` if the database could not be reached in time or
 * has no room, and certainly wrote nothing.
 */
export const orUnavailable = async <T>(answer: Promise<T>, mayHaveWritten: () => boolean = () => false): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    // SQLite rolls back a transaction that finds the disk full, also at its commit.
    const isFull = recordOf(error)['code'] === 'SQLITE_FULL';
    if ((mayHaveWritten() && !isFull) || !isUnavailable(error)) throw error;
    throw new StoreUnavailableException(error);
  }
};
