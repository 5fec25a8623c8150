import type { ApprovalTraceEntry } from '../strategy/tool-approval-decision.js';

/** Whether a value is a trace: a strategy may return any value as its `trace`. */
export const isTrace = (trace: readonly ApprovalTraceEntry[] | undefined): trace is readonly ApprovalTraceEntry[] =>
  Array.isArray(trace) && trace.length > 0 && trace.every(isEntry);

const isEntry = (entry: ApprovalTraceEntry | undefined | null): boolean =>
  typeof entry?.strategy === 'string' &&
  typeof entry.decision === 'string' &&
  ['string', 'undefined'].includes(typeof entry.reason) &&
  (entry.within === undefined ||
    (Array.isArray(entry.within) && entry.within.every((name) => typeof name === 'string')));
