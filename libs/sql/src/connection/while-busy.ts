import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 5;

/** Whether SQLite says that somebody else holds the file. */
export const isBusy = (error: unknown): boolean => (error as { readonly code?: unknown }).code === 'SQLITE_BUSY';

/** Asks SQLite again and again while others hold the file, and gives up with its error after a time. */
export const whileBusy = async <T>(timeoutMs: number, act: () => T | Promise<T>): Promise<T> => {
  const until = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
    }
    await delay(PAUSE_MS);
  }
};
