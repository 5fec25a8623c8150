import { concat, defer, EMPTY, from, ignoreElements, type MonoTypeOperatorFunction, tap } from 'rxjs';
import { isPromiseLike } from 'toolgate/tool';

/** Takes the chunks of one subscription; gives what they amount to. */
export interface Aggregation<T> {
  add(chunk: T): void;
  whole(): T;
}

/** Makes an operator that hands chunks on, and what they amount to over once the last one came. */
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
      const handingOver = defer(() => {
        const done = some ? onComplete(aggregation.whole()) : undefined;
        return isPromiseLike(done) ? from(done).pipe(ignoreElements()) : EMPTY;
      });
      return concat(passing, handingOver as typeof EMPTY);
    });
