import { type Approval, type ApprovalStatus, NEXT } from './records/approval.js';
import type { RunState } from './records/run.js';
import type { ChangedRecords } from './store/approval.store.js';
import type { ApprovalHappening } from './tool-approval.auditor.js';

/** What a change has done, event by event, in their order. */
export const happeningsOf = (
  state: RunState | undefined,
  { run = state?.run, approvals = [], events = [] }: ChangedRecords,
): readonly ApprovalHappening[] => {
  if (!run) return [];
  const before = state?.approvals ?? [];
  const known = new Map<string, Approval>([...before, ...approvals].map((approval) => [approval.id, approval]));
  const statuses = new Map<string, ApprovalStatus>(before.map(({ id, status }) => [id, status]));
  return events.map((event) => {
    const approval = event.approval === undefined ? undefined : known.get(event.approval);
    if (!approval) return { event, run };
    const from = statuses.get(approval.id);
    if (!isStatus(event.type)) return { event, run, approval };
    statuses.set(approval.id, event.type);
    return { event, run, approval, ...(from && { from }) };
  });
};

const isStatus = (type: string): type is ApprovalStatus => Object.hasOwn(NEXT, type);
