import { setTimeout as delay } from 'node:timers/promises';
import type { ChatModelException } from 'toolgate/model';

const MIN_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

/** How a request is repeated after a temporary failure. */
export interface Retries {
  /** How often it is repeated at most. */
  readonly count: number;
  readonly signal: AbortSignal | undefined;
  readonly failureOf: (error: unknown) => ChatModelException;
}

/** Returns the first answer, or throws the last failure. An abort rejects with the reason of the signal at once. */
export const retryRequest = async <T>(
  request: () => PromiseLike<T>,
  { count, signal, failureOf }: Retries,
): Promise<T> => {
  for (let failures = 1; ; failures++) {
    signal?.throwIfAborted();
    try {
      return await request();
    } catch (error) {
      signal?.throwIfAborted();
      const failure = failureOf(error);
      const wait = waitBefore(failure, failures);
      if (!failure.isRetryable || failures > count || wait > MAX_DELAY_MS) throw failure;
      await delay(wait, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
};

// A random delay, because requests that failed together should not be repeated together.
const waitBefore = ({ retryAfterMs }: ChatModelException, failures: number): number =>
  retryAfterMs ?? Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** (failures - 1) * (1 - Math.random() / 2));
