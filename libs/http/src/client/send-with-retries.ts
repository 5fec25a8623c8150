import type { Connection } from './connection.js';
import { pause } from './pause.js';
import { delayAfter, isPassing } from './retry-delay.js';

const LONGEST_PAUSE_MS = 30_000;

/** Sends a repeatable request until it is answered, at most as often as the connection states. Throws the last error. */
export const sendWithRetries = async <T>(
  send: () => Promise<T>,
  { retryDelay, attempts }: Connection,
  signal?: AbortSignal,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!isPassing(error) || attempt >= attempts) throw error;
      const pauseMs = delayAfter(error, attempt, retryDelay);
      // Without a last attempt, the signal ends the wait.
      if (pauseMs > LONGEST_PAUSE_MS && attempts !== Infinity) throw error;
      await pause(pauseMs, signal);
      signal?.throwIfAborted();
    }
  }
};
