import { describeError } from '#core';
import { StoreUnavailableException } from './approval.errors.js';

/** Describes an error for the log. Of a store that did not answer, it states the reason, which callers do not receive. */
export const describeFailure = (error: unknown): string => {
  const { cause } = error instanceof StoreUnavailableException ? error : {};
  return describeError(cause instanceof Error ? cause : error);
};
