import { isObservable, lastValueFrom, Observable, takeUntil, tap } from 'rxjs';
import { isPromiseLike } from '../execution/is-promise-like.js';
import { type TurnAbort, untilAborted } from '../execution/turn-abort.js';
import { isFile, isStream, readFile, readStream } from './read-stream.js';

/** What is told and heard while a result is collected. */
export interface Collecting {
  /** Is told each value of an Observable, a generator or another async iterable. */
  progress(value: unknown): void;
  /** Ends the collecting: the source is unsubscribed, or told to return. */
  readonly abort?: TurnAbort;
}

type Iterator = AsyncIterator<unknown> | globalThis.Iterator<unknown>;

/**
 * What a body's return value comes to: a promise's value, the last value of an Observable or an async iterable (or what
 * a generator returns), the whole of a stream, a file's bytes. Everything else is what it is.
 */
export const collectResult = (value: unknown, collecting: Collecting): unknown => {
  if (typeof value !== 'object' || value === null || isPlain(value)) return value;
  if (isPromiseLike(value)) return Promise.resolve(value).then((settled) => collectResult(settled, collecting));
  if (isObservable(value)) return lastOf(value, collecting);
  if (isFile(value)) return readFile(value);
  if (isStream(value)) return readStream(value);
  const iterator = iteratorOf(value);
  return iterator ? drain(iterator, collecting) : value;
};

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === Array.prototype || (prototype === Object.prototype && !('then' in value) && !isAsyncIterable(value))
  );
};

const lastOf = (source: Observable<unknown>, { progress, abort }: Collecting): Promise<unknown> => {
  const aborted = new Observable((subscriber) => {
    const stop = (reason: unknown): void => subscriber.next(reason);
    abort?.listeners.add(stop);
    return () => abort?.listeners.delete(stop);
  });
  return lastValueFrom(source.pipe(tap(progress), takeUntil(aborted)), { defaultValue: undefined });
};

const isAsyncIterable = (value: object): value is AsyncIterable<unknown> => Symbol.asyncIterator in value;

const isGenerator = (value: object): value is Generator =>
  Object.prototype.toString.call(value) === '[object Generator]';

const iteratorOf = (value: object): Iterator | undefined => {
  if (isAsyncIterable(value)) return value[Symbol.asyncIterator]();
  return isGenerator(value) ? value : undefined;
};

const drain = async (iterator: Iterator, { progress, abort }: Collecting): Promise<unknown> => {
  let last: unknown;
  try {
    for (;;) {
      const step = await untilAborted(Promise.resolve(iterator.next()), abort);
      if (step.done) return step.value === undefined ? last : (step.value as unknown);
      last = step.value;
      progress(last);
    }
  } catch (error) {
    // Not waited for: a source that hangs must not hold the turn.
    if (abort?.aborted) Promise.resolve(iterator.return?.()).catch(() => {});
    throw error;
  }
};
