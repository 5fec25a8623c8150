import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Waits until a check returns a value. Throws with the text if this lasts more than 60 seconds. */
export const waitUntil = async <T>(check: () => Promise<T | undefined> | T | undefined, text: string): Promise<T> => {
  const limit = performance.now() + 60_000;
  for (;;) {
    const found = await check();
    if (found !== undefined) return found;
    if (performance.now() > limit) throw new Error(`${text} did not happen within 60 seconds.`);
    await delay(POLL_MS);
  }
};
