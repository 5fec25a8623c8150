import { startTimer, type TurnAbort, untilAborted } from '#core';

/**
 * Returns the outcome of a promise. Throws if it takes more than `ms` milliseconds, or with the reason of an earlier
 * abort.
 */
export const withinTime = async <T>(
  promise: PromiseLike<T>,
  ms: number,
  abort: TurnAbort | undefined,
  what = 'it did not decide',
): Promise<T> => {
  let timer: ReturnType<typeof startTimer> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = startTimer(ms, () => reject(new Error(`${what} within ${ms} ms`)));
  });
  try {
    return await untilAborted(Promise.race([promise, late]), abort);
  } finally {
    timer?.stop();
  }
};
