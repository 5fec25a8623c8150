import { isObservable, lastValueFrom, Observable, takeUntil, tap } from 'rxjs';
import { isPromiseLike, settleQuietly, type TurnAbort, untilAborted } from '#core';
import type { ReadBounds } from './read-bounds.js';
import { isFile, isStream, readFile, readStream } from './read-stream.js';
import { SourceMeter } from './source-meter.js';

/** Receives each value of an Observable, a generator or another async iterable. `ToolContext` is such a sink. */
interface ProgressSink {
  progress(value: unknown): void;
  /** Throws the reason if the call was aborted. */
  throwIfAborted(): void;
}

/** The settings for collecting a result. */
interface Collecting {
  readonly sink: ProgressSink;
  readonly abort: TurnAbort | undefined;
  readonly bounds: ReadBounds;
}

type AnyIterator = AsyncIterator<unknown> | Iterator<unknown>;

/**
 * Collects a body's return value: a promise's value, the last value of an Observable or an async iterable (or the return
 * value of a generator), the whole of a stream, a file's bytes. Other values are returned unchanged. Closes the source and
 * throws `ToolResultException` if it has more bytes than `maxBytes`.
 */
export const collectResult = (value: unknown, collecting: Collecting): unknown => {
  if (isPlainValue(value)) return value;
  if (isPromiseLike(value)) return Promise.resolve(value).then((settled) => collectResult(settled, collecting));
  if (isObservable(value)) return lastOf(value, collecting);
  const source = value as object;
  if (isFile(source)) return readFile(source, collecting);
  if (isStream(source)) return readStream(source, collecting);
  const iterator = iteratorOf(source);
  return iterator ? drain(iterator, collecting) : value;
};

/** Whether a value needs no waiting and no reading. */
export const isPlainValue = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === Array.prototype || (prototype === Object.prototype && !('then' in value) && !isAsyncIterable(value))
  );
};

const lastOf = (source: Observable<unknown>, { sink, abort, bounds }: Collecting): Promise<unknown> => {
  const meter = new SourceMeter(bounds);
  const aborted = new Observable((subscriber) => {
    // An error, because completion would return an earlier value as the result.
    const stop = (reason: unknown): void => subscriber.error(reason);
    if (abort?.aborted) stop(abort.reason);
    abort?.listeners.add(stop);
    return () => abort?.listeners.delete(stop);
  });
  const onValue = (value: unknown): void => {
    meter.count(value);
    // A synchronous Observable cannot be paused, so timers may not have fired.
    if (meter.isDue()) sink.throwIfAborted();
    sink.progress(value);
  };
  return lastValueFrom(source.pipe(tap(onValue), takeUntil(aborted)), { defaultValue: undefined });
};

const isAsyncIterable = (value: object): value is AsyncIterable<unknown> => Symbol.asyncIterator in value;

const isGenerator = (value: object): value is Generator =>
  Object.prototype.toString.call(value) === '[object Generator]';

const iteratorOf = (value: object): AnyIterator | undefined => {
  if (isAsyncIterable(value)) return value[Symbol.asyncIterator]();
  return isGenerator(value) ? value : undefined;
};

const drain = async (iterator: AnyIterator, { sink, abort, bounds }: Collecting): Promise<unknown> => {
  const meter = new SourceMeter(bounds);
  let last: unknown;
  try {
    for (;;) {
      const step = await untilAborted(Promise.resolve(iterator.next()), abort);
      if (step.done) return step.value === undefined ? last : step.value;
      last = step.value;
      meter.count(last);
      sink.progress(last);
      if (meter.isDue()) await meter.breathe();
    }
  } catch (error) {
    // Not awaited, because a source that hangs must not block the turn.
    settleQuietly(close(iterator));
    throw error;
  }
};

const close = async (iterator: AnyIterator): Promise<unknown> => iterator.return?.();
