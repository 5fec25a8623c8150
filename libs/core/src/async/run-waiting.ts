/** A generator that yields each promise it waits for, and continues with its value. */
export type Waiting<T> = Generator<PromiseLike<unknown>, T, unknown>;

/** Runs the generator: returns its result, or a promise if it waits. An error becomes a rejection and is never thrown. */
export const runWaiting = <T>(work: Waiting<T>): T | Promise<T> => {
  let step: IteratorResult<PromiseLike<unknown>, T>;
  try {
    step = work.next();
  } catch (error) {
    return Promise.reject(error);
  }
  return step.done ? step.value : continueAfter(step.value, work);
};

const continueAfter = async <T>(promise: PromiseLike<unknown>, work: Waiting<T>): Promise<T> => {
  let step: IteratorResult<PromiseLike<unknown>, T> = { done: false, value: promise };
  while (!step.done) {
    let value: unknown;
    try {
      value = await step.value;
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next(value);
  }
  return step.value;
};
