import { defer, firstValueFrom, merge, Observable, retry, throwError, timer } from 'rxjs';
import { type TurnAbort, idsForLog, messageOf } from '#core';
import { LineLogger } from 'toolgate/model';
import type { ToolContext } from 'toolgate/tool';
import { retryDelay } from './retry-delay.js';
import type { RetryPolicy } from './retry-options.js';

/** How a model call is retried, and what aborts the waiting. */
interface ModelRetry<T> {
  readonly callModel: () => PromiseLike<T>;
  readonly policy: RetryPolicy;
  readonly abort: TurnAbort | undefined;
  readonly context: ToolContext;
}

/** Returns the first answer after a failure, or rejects with the last failure; an abort rejects at once. */
export const retryModelCall = <T>(
  failure: unknown,
  { callModel, policy, abort, context }: ModelRetry<T>,
): Promise<T> => {
  // The first failure happened outside, so that a successful model call does not pay for this function.
  let attempt = (): PromiseLike<T> => {
    attempt = callModel;
    throw failure;
  };
  const delay = (error: unknown, failures: number): Observable<unknown> => {
    const ms = retryDelay(error, failures, policy);
    if (ms === undefined) return throwError(() => error);
    const again = `Retrying in ${ms} ms: attempt ${failures + 1} of ${policy.attempts}.`;
    logger.warn(`${sentence(messageOf(error))} ${again} ${idsForLog(context)}`);
    return timer(ms);
  };
  const answer = defer(() => attempt()).pipe(retry({ count: policy.attempts - 1, delay }));
  return firstValueFrom(abort ? merge(abortOf(abort), answer) : answer);
};

const sentence = (text: string): string => (/[.!?]$/u.test(text) ? text : `${text}.`);

const logger = new LineLogger('Toolgate');

const abortOf = (abort: TurnAbort): Observable<never> =>
  new Observable((subscriber) => {
    const leave = (reason: unknown): void => subscriber.error(reason);
    if (abort.aborted) return leave(abort.reason);
    abort.listeners.add(leave);
    return () => abort.listeners.delete(leave);
  });
