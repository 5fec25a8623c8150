import { untilAborted } from 'toolgate/tool';

/** A promise's outcome, or an error after so many milliseconds, or the signal's reason when it fires. */
export const withinTime = async <T>(
  promise: PromiseLike<T>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not decide within ${ms} ms`)), ms);
  });
  try {
    return await untilAborted(Promise.race([promise, late]), signal);
  } finally {
    clearTimeout(timer);
  }
};
