import { CallRefusedException, type Done, scriptOf } from './scripts.js';
import type { SupportRequest } from './support-request.js';
import type { ToolResults, WantedCall } from './tool-results.js';

/** The progress of a request: done, needs a call, or waits for an earlier request. */
export type Progress = Done | { readonly type: 'wants'; readonly call: WantedCall } | { readonly type: 'waits' };

const goalOf = (request: SupportRequest): string => {
  switch (request.type) {
    case 'list':
      return `list the orders of ${request.customer}`;
    case 'email':
      return `e-mail ${request.to ?? `the customer of order ${request.order}`}`;
    case 'browser':
      return 'look up your browser';
    default:
      return `${request.type} order ${request.order}`;
  }
};

const HOW = { denied: 'was not allowed to', failed: 'could not', answered: 'left it to a person to' } as const;

const withPeriod = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

const failed = (sentence: string): Done => ({ type: 'done', succeeded: false, sentence });

/** Plays a request's script from its beginning, up to the first call without a result. */
const play = (request: SupportRequest, news: readonly string[], results: ToolResults): Progress => {
  const script = scriptOf(request, news);
  try {
    let step = script.next();
    while (!step.done) {
      const result = results(step.value);
      if (!result) return { type: 'wants', call: step.value };
      step = script.next(result);
    }
    return step.value;
  } catch (error) {
    if (!(error instanceof CallRefusedException)) throw error;
    return failed(`I ${HOW[error.how]} ${goalOf(request)}: ${withPeriod(error.message)}`);
  }
};

const orderOf = (request: SupportRequest): string | undefined => ('order' in request ? request.order : undefined);

const waitsFor = (later: SupportRequest, earlier: SupportRequest): boolean =>
  (later.type === 'email' && !later.order) || (orderOf(later) !== undefined && orderOf(later) === orderOf(earlier));

/**
 * Returns the progress of each request. Requests about one order run one after the other and stop at a failure, so that
 * no customer is notified of a refused refund. Other requests run in parallel.
 */
export const progressOf = (requests: readonly SupportRequest[], results: ToolResults): readonly Progress[] => {
  const progress: Progress[] = [];
  for (const request of requests) {
    const before = progress.filter((_, index) => waitsFor(request, requests[index] ?? request));
    const news = before.flatMap((step) => (step.type === 'done' && step.news ? [step.news] : []));
    if (before.some(({ type }) => type !== 'done')) progress.push({ type: 'waits' });
    else if (before.every((step) => step.type === 'done' && step.succeeded))
      progress.push(play(request, news, results));
    else progress.push(failed(`So I did not ${goalOf(request)}.`));
  }
  return progress;
};
