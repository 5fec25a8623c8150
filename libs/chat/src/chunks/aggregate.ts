import { concat, defer, EMPTY, from, ignoreElements, type MonoTypeOperatorFunction, tap } from 'rxjs';
import { isPromiseLike } from '#core';

/** Collects the chunks of one subscription, and returns the whole. */
export interface Aggregation<T> {
  add(chunk: T): void;
  whole(): T;
}

/** Creates an operator that passes chunks on, and calls `onComplete` with the whole after the last chunk. */
export const aggregate =
  <T>(begin: () => Aggregation<T>, onComplete: (whole: T) => unknown): MonoTypeOperatorFunction<T> =>
  (chunks) =>
    defer(() => {
      const aggregation = begin();
      let some = false;
      const passing = chunks.pipe(
        tap((chunk) => {
          some = true;
          aggregation.add(chunk);
        }),
      );
      const completing = defer(() => {
        const done = some ? onComplete(aggregation.whole()) : undefined;
        return isPromiseLike(done) ? from(done).pipe(ignoreElements()) : EMPTY;
      });
      return concat(passing, completing);
    });
