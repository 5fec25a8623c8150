import { startTimer, type TurnAbort, untilAborted } from 'toolgate/tool';

/** A promise's outcome, or an error after so many milliseconds, or the reason of an abort where that comes first. */
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
