import { findPendingApproval } from '../contract/find-pending-approval.js';
import { isInternalError, messageOfError, nameOfError } from './message-of-error.js';

/** Returns a thrown value; in place of an error that cannot be read, because a getter of it throws, a `TypeError`. */
export const readableError = (thrown: unknown): unknown => {
  try {
    if (thrown instanceof Error) {
      for (const read of [findPendingApproval, isInternalError, messageOfError, nameOfError]) read(thrown);
      void thrown.message;
    }
    return thrown;
  } catch {
    return new TypeError('The error cannot be read, because reading one of its properties throws.');
  }
};
