import { setTimeout as delay } from 'node:timers/promises';
import { recordOf } from '#core';

const PAUSE_MS = 5;

/** Whether an error of SQLite means that another connection locks the file. */
export const isBusy = (error: unknown): boolean => recordOf(error)['code'] === 'SQLITE_BUSY';

/** Repeats an operation while other connections lock the file. After some time it throws the error of SQLite. */
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
