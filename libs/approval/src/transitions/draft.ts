import type { JsonObject, ToolResultPart } from 'toolgate/model';
import { type StoredApproval, type ApprovalStatus, NEXT } from '../records/stored-approval.js';
import type { StoredEvent } from '../records/stored-event.js';
import type { CheckpointChange, StoredRun, StoredSlot, RunState } from '../records/stored-run.js';
import type { ChangedRecords, OpenedRun, StoredToolSchema } from '../store/approval.store.js';
import { dueAt, dueFor } from './due-at.js';
import { endedAt } from './ended-at.js';

/** A run while a transaction changes it. Nothing is written before `closeDraft`. */
export interface Draft {
  run: StoredRun;
  readonly approvals: Map<string, StoredApproval>;
  readonly changed: Set<string>;
  readonly events: StoredEvent[];
  readonly now: number;
  isChanged: boolean;
  /** Null deletes the checkpoint. */
  checkpoint?: CheckpointChange | null;
  /** The schemas of the tools of new approvals, by hash. */
  readonly schemas: Map<string, StoredToolSchema>;
  /** The runs inside its calls that are opened with the change. */
  readonly opens: OpenedRun[];
}

/** Creates a draft of a run. */
export const draftOf = ({ run, approvals }: RunState, now: number): Draft => ({
  run,
  approvals: new Map(approvals.map((approval) => [approval.id, approval])),
  changed: new Set(),
  events: [],
  now,
  isChanged: false,
  schemas: new Map(),
  opens: [],
});

/** Creates a draft of a run that is opened now. */
export const newDraft = (run: StoredRun, now: number): Draft =>
  draftOf({ run: { ...run, createdAt: now, updatedAt: now }, approvals: [] }, now);

/** Returns the records of a draft. */
export const stateOf = ({ run, approvals }: Pick<Draft, 'run' | 'approvals'>): RunState => ({
  run,
  approvals: [...approvals.values()],
});

/** Adds an event. */
export const addEvent = (
  draft: Draft,
  type: string,
  about: { approval?: string; by?: string; data?: JsonObject } = {},
) => {
  const { run, now, events } = draft;
  events.push({ run: run.id, tenant: run.tenant, at: now, type, ...about });
};

/** Changes fields of the run. */
export const setRun = (draft: Draft, change: Partial<StoredRun>): void => {
  draft.run = { ...draft.run, ...change };
  draft.isChanged = true;
};

/** Changes one call of the batch. */
export const setSlot = (draft: Draft, index: number, change: Partial<StoredSlot>): void =>
  setRun(draft, { slots: draft.run.slots.map((slot) => (slot.index === index ? { ...slot, ...change } : slot)) });

/** Sets the result of one call of the batch. */
export const answerSlot = (
  draft: Draft,
  slot: StoredSlot,
  { output, outcome }: Pick<ToolResultPart, 'output' | 'outcome'>,
) =>
  setSlot(draft, slot.index, {
    state: 'done',
    result: { type: 'tool-result', toolCallId: slot.callId, toolName: slot.tool, output, outcome },
  });

/** Changes fields of an approval other than its status. */
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

/**
 * Changes the status of an approval and adds an event. Throws if the transition is not allowed, which is a defect of
 * this package.
 */
export const moveApproval = (
  draft: Draft,
  approval: StoredApproval,
  status: ApprovalStatus,
  { by, ...change }: Partial<StoredApproval> & { readonly by?: string } = {},
): StoredApproval => {
  if (!NEXT[approval.status].includes(status)) {
    throw new Error(
      `The status of an approval cannot change from ${approval.status} to ${status}. Report this defect.`,
    );
  }
  addEvent(draft, status, {
    approval: approval.id,
    ...(by !== undefined && { by }),
    ...(change.decisionReason !== undefined && { data: { reason: change.decisionReason } }),
  });
  return setApproval(draft, approval, { ...change, status });
};

/** Returns the approval of a call of the batch; undefined if it requires none. */
export const approvalOf = (draft: Draft, { approval }: StoredSlot): StoredApproval | undefined =>
  approval === undefined ? undefined : draft.approvals.get(approval);

/** Returns the records that a transaction writes, with its result. */
export const closeDraft = <T>(draft: Draft, result: T): ChangedRecords & { readonly result: T } => {
  if (!draft.isChanged) return { result };
  const run = { ...draft.run, version: draft.run.version + 1, updatedAt: draft.now };
  const approvals = [...draft.changed].map((id) => draft.approvals.get(id)!);
  const { dueAt: _, dueFor: __, ...rest } = run;
  const state = stateOf({ run, approvals: draft.approvals });
  const due = dueAt(state);
  const ended = endedAt(state);
  return {
    run: {
      ...rest,
      schema: schemaOf(run),
      ...(due !== undefined && { dueAt: due, dueFor: dueFor(state) }),
      ...(ended !== undefined && { endedAt: ended }),
    },
    approvals,
    ...(draft.checkpoint !== undefined && { checkpoint: draft.checkpoint }),
    events: draft.events,
    ...(draft.schemas.size > 0 && { schemas: [...draft.schemas.values()] }),
    ...(draft.opens.length > 0 && { opens: draft.opens }),
    result,
  };
};

// Earlier versions of the package know only schema 1, so they skip a run that waits for another run or is inside a
// call.
const schemaOf = ({ parent, slots }: StoredRun): StoredRun['schema'] =>
  parent || slots.some(({ innerRun }) => innerRun !== undefined) ? 2 : 1;
