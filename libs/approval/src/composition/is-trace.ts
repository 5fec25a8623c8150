import type { ApprovalTraceEntry } from '../tool-approval-decision.js';

/** Whether something is a trace: a strategy may bring anything under that name. */
export const isTrace = (trace: readonly ApprovalTraceEntry[] | undefined): trace is readonly ApprovalTraceEntry[] =>
  Array.isArray(trace) && trace.length > 0 && trace.every(isEntry);

const isEntry = (entry: ApprovalTraceEntry | undefined | null): boolean =>
  typeof entry?.strategy === 'string' &&
  typeof entry.decision === 'string' &&
  ['string', 'undefined'].includes(typeof entry.reason) &&
  (entry.within === undefined ||
    (Array.isArray(entry.within) && entry.within.every((name) => typeof name === 'string')));
