import { ChatModelException } from 'toolgate/model';
import type { RetryPolicy } from './retry-policy.js';

/**
 * How many milliseconds to wait after so many failures before a model is asked again; undefined where it is not: for an
 * error that does not pass, and for a provider that asks for more time than the policy gives.
 */
export const retryDelay = (
  error: unknown,
  failures: number,
  { minDelayMs, maxDelayMs }: RetryPolicy,
): number | undefined => {
  if (!(error instanceof ChatModelException) || !error.isRetryable) return undefined;
  const { retryAfterMs } = error;
  // At random, because what failed at the same moment should not come back at the same moment.
  if (retryAfterMs !== undefined) {
    return retryAfterMs > maxDelayMs ? undefined : Math.round(retryAfterMs + minDelayMs * Math.random());
  }
  const longest = Math.min(maxDelayMs, minDelayMs * 2 ** (failures - 1));
  return Math.round(longest * (1 - Math.random() / 2));
};
