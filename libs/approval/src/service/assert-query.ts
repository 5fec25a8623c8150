import { NEXT } from '../records/stored-approval.js';
import type { RunStatus } from '../records/stored-run.js';
import { type NamesOf, unknownName } from '../validation/known-names.js';
import type { ApprovalQuery, PageQuery, RunQuery } from '../store/approval.store.js';

const PAGE: NamesOf<PageQuery> = { tenant: true, conversation: true, cursor: true, limit: true };
const APPROVALS: NamesOf<ApprovalQuery> = { ...PAGE, status: true, runId: true };
const RUNS: NamesOf<RunQuery> = { ...PAGE, status: true };
const RUN_STATUSES: NamesOf<Record<RunStatus, unknown>> = {
  suspended: true,
  resuming: true,
  completed: true,
  failed: true,
  cancelled: true,
};

/**
 * Returns a query of approvals. Throws `TypeError` for an unknown property or status, which would otherwise list other
 * records or none.
 */
export const assertApprovalQuery = (query: ApprovalQuery): ApprovalQuery =>
  assertPageQuery(query, APPROVALS, Object.keys(NEXT));

/** Returns a query of runs, checked in the same way. */
export const assertRunQuery = (query: RunQuery): RunQuery => assertPageQuery(query, RUNS, Object.keys(RUN_STATUSES));

const assertPageQuery = <T extends PageQuery & { readonly status?: string }>(
  query: T,
  names: Readonly<Record<string, true>>,
  statuses: readonly string[],
): T => {
  const unknown = unknownName(query, names);
  if (unknown) throw new TypeError(`Invalid query: ${unknown}. Correct the name.`);
  for (const name of ['tenant', 'conversation'] as const) {
    const value: unknown = query[name];
    if (value === undefined || (typeof value === 'string' && value !== '')) continue;
    throw new TypeError(`Invalid query: "${name}" must be a string that is not empty. Leave it out for all.`);
  }
  const { status } = query;
  if (status === undefined || statuses.includes(status)) return query;
  throw new TypeError(`Invalid query: the status "${status}" is unknown. Pass one of: ${statuses.join(', ')}.`);
};
