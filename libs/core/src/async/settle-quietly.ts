/** Ignores the outcome of a promise, so that its rejection does not end the process. */
export const settleQuietly = (promise: PromiseLike<unknown>): void => void Promise.resolve(promise).catch(() => {});
