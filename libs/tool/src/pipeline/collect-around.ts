import { isObservable, type Observable, tap } from 'rxjs';
import { TurnAbort } from '../execution/turn-abort.js';
import { collectResult, isPlainValue } from '../results/collect-result.js';
import type { ReadBounds } from '../results/read-bounds.js';
import type { ToolContext } from '../tool-context.js';

/** What comes out of a pipeline at last. What came out before it is progress; what interceptors keep back is not told. */
export const collectAround = async (value: unknown, context: ToolContext, bounds: ReadBounds): Promise<unknown> => {
  if (isPlainValue(value)) return value;
  const abort = new TurnAbort();
  const unfollow = abort.follow(context.signal);
  const progress = (piece: unknown): void => context.progress(piece);
  try {
    const whole = { sink: context, abort, bounds };
    if (!isObservable(value)) return await collectResult(value, whole);
    const quiet = { progress: () => {}, throwIfAborted: () => context.throwIfAborted() };
    const last = await collectResult(value.pipe(tellingEarlier(progress)), { ...whole, sink: quiet });
    return await collectResult(last, whole);
  } finally {
    unfollow();
  }
};

/** Tells each value when the next one comes: the last is the result. */
const tellingEarlier =
  (progress: (value: unknown) => void) =>
  (source: Observable<unknown>): Observable<unknown> => {
    let earlier: { readonly value: unknown } | undefined;
    return source.pipe(
      tap((value) => {
        if (earlier) progress(earlier.value);
        earlier = { value };
      }),
    );
  };
