import type { StreamPart } from 'toolgate/model';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';

/**
 * Work that is written like an async generator and runs on a synchronous one, at a fraction of the cost. It yields a
 * promise to wait for (`await`), a delegate to read another stream (`yield*`), or a part for its reader. `runSteps`
 * runs it and drops its parts; `SteppedStream` is the stream of its parts.
 */
export type Steps<T = ChatClientResponse> = Generator<Yielded, T, unknown>;

/** Redirects the reader of steps to another stream until that stream ends, as `yield*` does. */
export interface Delegate {
  readonly type: 'delegate';
  readonly stream: AdvisedStream;
}

/** A promise to wait for, a delegate, or a part. */
export type Yielded = StreamPart | Delegate | PromiseLike<unknown>;
