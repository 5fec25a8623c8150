import {
  ApprovalConflictException,
  RunUnreadableException,
  StoreUnavailableException,
} from '../errors/approval.errors.js';

const WROTE_NOTHING = [StoreUnavailableException, RunUnreadableException, ApprovalConflictException];

/** Whether a change that threw this error is known to have written nothing. */
export const wroteNothing = (error: unknown): boolean => WROTE_NOTHING.some((type) => error instanceof type);
