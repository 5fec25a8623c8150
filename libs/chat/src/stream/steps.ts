import { isPromiseLike } from '#core';
import type { AdvisedStream } from '../contract/advisor.js';
import { PulledStream } from './pulled-stream.js';
import type { Delegate, Steps, Yielded } from './yielded.js';

export type { Steps, Yielded };

/**
 * Returns what a driver passes back for a promise or a delegate: its value, or its response. Write
 * `settled(promise, yield promise)`, because the type of a `yield` cannot depend on what is yielded.
 */
export const settled = <T>(_yielded: PromiseLike<T> | ReadTo<T>, value: unknown): T => value as T;

interface ReadTo<T> {
  readonly stream: AsyncGenerator<unknown, T, void>;
}

/** Waits for a value, as `await` does; continues at once if it is not a promise. */
export function* wait<T>(value: T | PromiseLike<T>): Steps<T> {
  return isPromiseLike(value) ? settled(value, yield value) : value;
}

/** Reads a stream to its end, as `yield*` does: its parts go to the reader, and its response is returned. */
export const responseOf = (stream: AdvisedStream): Steps =>
  (stream instanceof PulledStream && stream.steps?.()) || delegated(stream);

function* delegated(stream: AdvisedStream): Steps {
  const delegate: Delegate = { type: 'delegate', stream };
  return settled(delegate, yield delegate);
}
