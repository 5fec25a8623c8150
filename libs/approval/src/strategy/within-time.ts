import { type TurnAbort, untilAborted, within } from '#core';

/**
 * Returns the outcome of a promise. Throws if it takes more than `ms` milliseconds, or with the reason of an earlier
 * abort.
 */
export const withinTime = <T>(
  promise: PromiseLike<T>,
  ms: number,
  abort: TurnAbort | undefined,
  what = 'it did not decide',
): Promise<T> =>
  within(untilAborted(promise, abort), ms, () => {
    throw new Error(`${what} within ${ms} ms`);
  });
