import type { JsonObject, ToolResultPart } from 'toolgate/model';
import { type StoredApproval, type ApprovalStatus, NEXT } from '../records/stored-approval.js';
import type { StoredEvent } from '../records/stored-event.js';
import type { CheckpointChange, StoredRun, StoredSlot, RunState } from '../records/stored-run.js';
import type { ChangedRecords } from '../store/approval.store.js';
import { dueAt } from './due-at.js';
import { dueFor } from './due-for.js';

/** A run while a transaction changes it; nothing of it is written until it is closed. */
export interface Draft {
  run: StoredRun;
  readonly approvals: Map<string, StoredApproval>;
  readonly changed: Set<string>;
  readonly events: StoredEvent[];
  readonly now: number;
  isChanged: boolean;
  checkpoint?: CheckpointChange;
}

/** Begins to change a run. */
export const draftOf = ({ run, approvals }: RunState, now: number): Draft => ({
  run,
  approvals: new Map(approvals.map((approval) => [approval.id, approval])),
  changed: new Set(),
  events: [],
  now,
  isChanged: false,
});

/** Tells of what happens. */
export const tell = (draft: Draft, type: string, about: { approval?: string; by?: string; data?: JsonObject } = {}) => {
  const { run, now, events } = draft;
  events.push({ run: run.id, tenant: run.tenant, at: now, type, ...about });
};

/** Changes what a run says of itself. */
export const setRun = (draft: Draft, change: Partial<StoredRun>): void => {
  draft.run = { ...draft.run, ...change };
  draft.isChanged = true;
};

/** Changes one call of a run's batch. */
export const setSlot = (draft: Draft, index: number, change: Partial<StoredSlot>): void =>
  setRun(draft, { slots: draft.run.slots.map((slot) => (slot.index === index ? { ...slot, ...change } : slot)) });

/** Answers one call of a run's batch. */
export const answerSlot = (
  draft: Draft,
  slot: StoredSlot,
  { output, outcome }: Pick<ToolResultPart, 'output' | 'outcome'>,
) =>
  setSlot(draft, slot.index, {
    state: 'done',
    result: { type: 'tool-result', toolCallId: slot.callId, toolName: slot.tool, output, outcome },
  });

/** Changes an approval and leaves its status. */
export const setApproval = (
  draft: Draft,
  approval: StoredApproval,
  change: Partial<StoredApproval>,
): StoredApproval => {
  const changed = { ...approval, ...change, version: approval.version + 1, updatedAt: draft.now };
  draft.approvals.set(approval.id, changed);
  draft.changed.add(approval.id);
  draft.isChanged = true;
  return changed;
};

/** Leads an approval to another status. Throws for a way that there is not: that would be a mistake of ours. */
export const moveApproval = (
  draft: Draft,
  approval: StoredApproval,
  status: ApprovalStatus,
  { by, ...change }: Partial<StoredApproval> & { readonly by?: string } = {},
): StoredApproval => {
  if (!NEXT[approval.status].includes(status)) {
    throw new Error(`An approval never goes from ${approval.status} to ${status}.`);
  }
  tell(draft, status, {
    approval: approval.id,
    ...(by !== undefined && { by }),
    ...(change.decisionReason !== undefined && { data: { reason: change.decisionReason } }),
  });
  return setApproval(draft, approval, { ...change, status });
};

/** The approval that a call of the batch needs. */
export const approvalOf = (draft: Draft, { approval }: StoredSlot): StoredApproval | undefined =>
  approval === undefined ? undefined : draft.approvals.get(approval);

/** What a transaction writes of a draft, and gives to its caller. */
export const closeDraft = <T>(draft: Draft, result: T): ChangedRecords & { readonly result: T } => {
  if (!draft.isChanged) return { result };
  const run = { ...draft.run, version: draft.run.version + 1, updatedAt: draft.now };
  const approvals = [...draft.changed].map((id) => draft.approvals.get(id)!);
  const { dueAt: _, dueFor: __, ...rest } = run;
  const state = { run, approvals: [...draft.approvals.values()] };
  const due = dueAt(state);
  return {
    run: due === undefined ? rest : { ...rest, dueAt: due, dueFor: dueFor(state) },
    approvals,
    ...(draft.checkpoint && { checkpoint: draft.checkpoint }),
    events: draft.events,
    result,
  };
};
