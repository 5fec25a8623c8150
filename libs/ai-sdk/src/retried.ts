import { setTimeout as delay } from 'node:timers/promises';
import type { ChatModelException } from 'toolgate/model';

const MIN_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

/** How a request is repeated that failed for a reason that may pass. */
export interface Retries {
  /** How often it is sent again at most. */
  readonly count: number;
  readonly signal: AbortSignal | undefined;
  readonly failureOf: (error: unknown) => ChatModelException;
}

/** Returns the first answer, or throws the last failure; an abort rejects with the signal's reason at once. */
export const retried = async <T>(request: () => PromiseLike<T>, { count, signal, failureOf }: Retries): Promise<T> => {
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

// At random, because requests that failed at the same moment should not come back at the same moment.
const waitBefore = ({ retryAfterMs }: ChatModelException, failures: number): number =>
  retryAfterMs ?? Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** (failures - 1) * (1 - Math.random() / 2));
