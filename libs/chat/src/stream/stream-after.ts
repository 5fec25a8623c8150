import type { AdvisedStream } from '../contract/advisor.js';

/** A stream that opens after a promise resolves. */
export async function* streamAfter<T>(ready: Promise<T>, open: (value: T) => AdvisedStream): AdvisedStream {
  return yield* open(await ready);
}
