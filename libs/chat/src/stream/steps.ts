import { isPromiseLike } from '#core';
import type { StreamPart } from 'toolgate/model';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';

/**
 * Work that is written like an async generator and runs on a synchronous one, at a fraction of the cost. It yields a
 * promise to wait for (`await`), another stream to read to its end (`yield*`), or a part for its reader. `runSteps`
 * runs it and drops its parts; `SteppedStream` is the stream of its parts.
 */
export type Steps<T = ChatClientResponse> = Generator<Yielded, T, unknown>;

/** A promise to wait for, a stream to read, or a part. */
export type Yielded = StreamPart | AdvisedStream | PromiseLike<unknown>;

/**
 * Returns what a driver passes back for a promise or a stream: its value, or its response. Write
 * `settled(promise, yield promise)`, because the type of a `yield` cannot depend on what is yielded.
 */
export const settled = <T>(_yielded: PromiseLike<T> | AsyncGenerator<unknown, T, void>, value: unknown): T =>
  value as T;

/** Waits for a value, as `await` does; continues at once if it is not a promise. */
export function* wait<T>(value: T | PromiseLike<T>): Steps<T> {
  return isPromiseLike(value) ? settled(value, yield value) : value;
}

/** Whether a value is a stream. A part is not, and an advisor of an application may return anything. */
export const isStream = (value: unknown): value is AdvisedStream =>
  typeof value === 'object' && value !== null && 'next' in value && typeof value.next === 'function';
