import { ChatModelException } from 'toolgate/model';
import type { RetryPolicy } from './retry-options.js';

/**
 * Returns the milliseconds to wait before the next attempt. Undefined for an error that cannot be retried, and for a
 * provider that requests a longer wait than the policy allows.
 */
export const retryDelay = (
  error: unknown,
  failures: number,
  { minDelayMs, maxDelayMs }: RetryPolicy,
): number | undefined => {
  if (!(error instanceof ChatModelException) || !error.isRetryable) return undefined;
  const { retryAfterMs } = error;
  // Randomized, so that calls that failed together do not retry together.
  if (retryAfterMs !== undefined) {
    return retryAfterMs > maxDelayMs ? undefined : Math.round(retryAfterMs + minDelayMs * Math.random());
  }
  const longest = Math.min(maxDelayMs, minDelayMs * 2 ** (failures - 1));
  return Math.round(longest * (1 - Math.random() / 2));
};
