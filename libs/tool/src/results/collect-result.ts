import { isObservable, lastValueFrom, Observable, takeUntil, tap } from 'rxjs';
import { isPromiseLike } from '../execution/is-promise-like.js';
import { type TurnAbort, untilAborted } from '../execution/turn-abort.js';
import { isFile, isStream, readFile, readStream } from './read-stream.js';

/** Is told each value of an Observable, a generator or another async iterable; a tool's context is one. */
export interface ProgressSink {
  progress(value: unknown): void;
}

type AnyIterator = AsyncIterator<unknown> | Iterator<unknown>;

/**
 * What a body's return value comes to: a promise's value, the last value of an Observable or an async iterable (or what
 * a generator returns), the whole of a stream, a file's bytes. Everything else is what it is.
 */
export const collectResult = (value: unknown, sink: ProgressSink, abort: TurnAbort | undefined): unknown => {
  if (isPlainValue(value)) return value;
  if (isPromiseLike(value)) return Promise.resolve(value).then((settled) => collectResult(settled, sink, abort));
  if (isObservable(value)) return lastOf(value, sink, abort);
  const source = value as object;
  if (isFile(source)) return readFile(source, abort);
  if (isStream(source)) return readStream(source, abort);
  const iterator = iteratorOf(source);
  return iterator ? drain(iterator, sink, abort) : value;
};

/** Whether a value is what it is: nothing has to be waited for or read. */
export const isPlainValue = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === Array.prototype || (prototype === Object.prototype && !('then' in value) && !isAsyncIterable(value))
  );
};

const lastOf = (source: Observable<unknown>, sink: ProgressSink, abort: TurnAbort | undefined): Promise<unknown> => {
  const aborted = new Observable((subscriber) => {
    const stop = (reason: unknown): void => subscriber.next(reason);
    abort?.listeners.add(stop);
    return () => abort?.listeners.delete(stop);
  });
  return lastValueFrom(
    source.pipe(
      tap((value) => sink.progress(value)),
      takeUntil(aborted),
    ),
    { defaultValue: undefined },
  );
};

const isAsyncIterable = (value: object): value is AsyncIterable<unknown> => Symbol.asyncIterator in value;

const isGenerator = (value: object): value is Generator =>
  Object.prototype.toString.call(value) === '[object Generator]';

const iteratorOf = (value: object): AnyIterator | undefined => {
  if (isAsyncIterable(value)) return value[Symbol.asyncIterator]();
  return isGenerator(value) ? value : undefined;
};

const drain = async (iterator: AnyIterator, sink: ProgressSink, abort: TurnAbort | undefined): Promise<unknown> => {
  let last: unknown;
  try {
    for (;;) {
      const step = await untilAborted(Promise.resolve(iterator.next()), abort);
      if (step.done) return step.value === undefined ? last : (step.value as unknown);
      last = step.value;
      sink.progress(last);
    }
  } catch (error) {
    // Not waited for: a source that hangs must not hold the turn.
    if (abort?.aborted) Promise.resolve(iterator.return?.()).catch(() => {});
    throw error;
  }
};
