import { approvalRecord } from '../records/approval.js';
import { eventRecord } from '../records/approval-event.js';
import { markDamage } from '../records/argument-damage.js';
import { runRecord } from '../records/run.js';
import { type ApprovalStatus, NEXT, type StoredApproval } from '../records/stored-approval.js';
import type { RunState } from '../records/stored-run.js';
import type { ChangedRecords } from './approval.store.js';
import type { ApprovalHappening } from '../audit/tool-approval.auditor.js';

/** Returns the happenings of a change: one for each event, in order. */
export const happeningsOf = (
  state: RunState | undefined,
  { run = state?.run, approvals = [], events = [] }: ChangedRecords,
): readonly ApprovalHappening[] => {
  if (!run) return [];
  const before = state?.approvals ?? [];
  const known = new Map<string, StoredApproval>([...before, ...approvals].map((approval) => [approval.id, approval]));
  const statuses = new Map<string, ApprovalStatus>(before.map(({ id, status }) => [id, status]));
  const shownRun = runRecord(run);
  return events.map((written) => {
    const happening = { event: eventRecord(written), run: shownRun };
    const approval = written.approval === undefined ? undefined : known.get(written.approval);
    if (!approval) return happening;
    const from = statuses.get(approval.id);
    const shown = { ...happening, approval: approvalRecord(markDamage(approval)) };
    if (!isStatus(written.type)) return shown;
    statuses.set(approval.id, written.type);
    return { ...shown, ...(from && { from }) };
  });
};

const isStatus = (type: string): type is ApprovalStatus => Object.hasOwn(NEXT, type);
