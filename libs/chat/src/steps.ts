import type { StreamPart } from 'toolgate/model';
import { isPromiseLike } from 'toolgate/tool';
import type { AdvisedStream } from './advisor.js';
import type { ChatClientResponse } from './chat-client-response.js';
import { type Delegate, delegateTo } from './delegating-stream.js';

/**
 * Work that is written like an async generator and runs on a synchronous one, which costs a fraction. It yields a promise
 * to wait for (`await`), a delegate to read another stream (`yield*`), or a part for its reader. `runSteps` runs it where
 * nobody reads parts; `SteppedStream` is the stream of its parts.
 */
export type Steps<T = ChatClientResponse> = Generator<Yielded, T, unknown>;

/** What steps yield. */
export type Yielded = StreamPart | Delegate | PromiseLike<unknown>;

/** A stream whose steps a driver may run itself, as long as nobody has read the stream. */
interface HasSteps {
  steps(): Steps;
}

/** Waits for a value, as `await` does; at once if it is no promise. */
export function* wait<T>(value: T | PromiseLike<T>): Steps<T> {
  return isPromiseLike(value) ? ((yield value) as T) : value;
}

/** Reads a stream to its end, as `yield*` does: its parts go to the reader, and its response is returned. */
export const responseOf = (stream: AdvisedStream): Steps =>
  'steps' in stream ? (stream as unknown as HasSteps).steps() : delegated(stream);

function* delegated(stream: AdvisedStream): Steps {
  return (yield delegateTo(stream)) as ChatClientResponse;
}
