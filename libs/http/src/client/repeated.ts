import type { Connection } from './connection.js';
import { pause } from './pause.js';
import { delayAfter, isPassing } from './retry-delay.js';

const ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 30_000;

/** Sends a request that may arrive twice until it is answered, five times at most. The last error is thrown. */
export const repeated = async <T>(
  send: () => Promise<T>,
  { retryDelay }: Connection,
  signal?: AbortSignal,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!isPassing(error) || attempt === ATTEMPTS) throw error;
      const pauseMs = delayAfter(error, attempt, retryDelay);
      if (pauseMs > LONGEST_PAUSE_MS) throw error;
      await pause(pauseMs, signal);
      signal?.throwIfAborted();
    }
  }
};
