import type { AdvisedStream } from '../contract/advisor.js';

/** A stream that opens after a promise resolves. */
export async function* later<T>(ready: Promise<T>, open: (value: T) => AdvisedStream): AdvisedStream {
  return yield* open(await ready);
}
