import type { RunCheckpoint, RunKind, RunState } from '../records/stored-run.js';
import type { ChangeRun } from '../store/approval.store.js';
import { type CallStart, startCall } from './batch.js';
import { completeCall } from './complete-call.js';
import { type Draft, addEvent, closeDraft, newDraft, setRun } from './draft.js';
import { newRun, type OpenBatch, suspendNew } from './open-run.js';
import type { StoredApproval } from '../records/stored-approval.js';

/** The data of a call that is saved. */
export interface OpenCall extends OpenBatch {
  /**
   * The caller's id of the request, from which the id of the run was computed, and the hash of its tool and arguments.
   */
  readonly request?: { readonly id: string; readonly hash: string };
  /** Leases the run to a worker that runs its body at once; absent if the call waits for a person. */
  readonly lease?: OpenLease;
}

/** The data of an external call that is requested. */
export interface OpenExternalCall extends OpenBatch, Required<Pick<OpenCall, 'request'>> {
  readonly application?: string;
}

/** The lease of a call that needs no decision of a person. */
interface OpenLease {
  readonly worker: string;
  readonly leaseMs: number;
  /** Starts the call in the same change; absent if the call was rejected. */
  readonly start?: CallStart;
}

/** A saved call, and whether this change has saved it: the same request may have been made before. */
export interface OpenedCall {
  readonly state: RunState;
  readonly isNew: boolean;
}

const startNew = (draft: Draft, { worker, leaseMs, start }: OpenLease): void => {
  const { now } = draft;
  // No decision is pending, so the deadline of the attempts counts from now.
  setRun(draft, { status: 'resuming', fence: 1, lease: { worker, until: now + leaseMs }, settledAt: now });
  addEvent(draft, 'BATCH', { data: { round: draft.run.round, calls: draft.run.slots.length } });
  if (start) startCall(draft, { worker, fence: 1 }, start);
};

/** Opens the run of one call outside of a turn, with its checkpoint and its approval, unless it exists. */
export const openCall = (opened: OpenCall): ChangeRun<OpenedCall> => openOnce(opened, 'call', {});

/** Opens the run of one external call in the same way. `application`: the one that requests the call. */
export const openExternalCall = ({ application, ...opened }: OpenExternalCall): ChangeRun<OpenedCall> =>
  openOnce(opened, 'external', { external: true, ...(application !== undefined && { application }) });

const openOnce = (
  opened: OpenCall,
  kind: RunKind,
  marks: Pick<StoredApproval, 'external' | 'application'>,
): ChangeRun<OpenedCall> => {
  const { suspension, request: asked, lease } = opened;
  const { request, loop } = suspension;
  const run = newRun(opened, { kind, ...(asked && { requestId: asked.id, requestHash: asked.hash }) });
  return (state, now) => {
    if (state) return { result: { state, isNew: false } };
    const draft = newDraft(run, now);
    if (lease) startNew(draft, lease);
    else suspendNew(draft, opened);
    for (const [id, approval] of draft.approvals) draft.approvals.set(id, { ...approval, ...marks });
    // A strategy may have rejected the call.
    completeCall(draft);
    const change = closeDraft(draft, undefined);
    const checkpoint: RunCheckpoint = { schema: 1, request, loop };
    const written = { run: change.run!, approvals: change.approvals! };
    return { ...change, checkpoint, result: { state: written, isNew: true } };
  };
};
