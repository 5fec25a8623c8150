import { isObservable, type Observable, tap } from 'rxjs';
import { TurnAbort } from '#core';
import type { ToolContext } from '../contract/tool-context.js';
import { collectResult, isPlainValue } from '../results/collect-result.js';
import type { ReadBounds } from '../results/read-bounds.js';

/** Returns the last value of a pipeline. Earlier values are reported as progress; values that interceptors drop are not. */
export const collectAround = async (value: unknown, context: ToolContext, bounds: ReadBounds): Promise<unknown> => {
  if (isPlainValue(value)) return value;
  const abort = new TurnAbort();
  const unfollow = abort.follow(context.signal);
  const progress = (piece: unknown): void => context.progress(piece);
  try {
    const whole = { sink: context, abort, bounds };
    if (!isObservable(value)) return await collectResult(value, whole);
    const quiet = { progress: () => {}, throwIfAborted: () => context.throwIfAborted() };
    const last = await collectResult(value.pipe(reportingEarlier(progress)), { ...whole, sink: quiet });
    return await collectResult(last, whole);
  } finally {
    unfollow();
  }
};

/** Reports each value when the next one arrives, because the last value is the result. */
const reportingEarlier =
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
