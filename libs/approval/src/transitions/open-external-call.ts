import type { ChangeRun } from '../store/approval.store.js';
import type { OpenedCall } from './open-call.js';
import { closeDraft, draftOf } from './draft.js';
import { newRun, type OpenBatch, suspendNew } from './open-run.js';

/** The data of an external call that is requested. */
export interface OpenExternalCall extends OpenBatch {
  /** The application that requests it. */
  readonly application?: string;
  /**
   * The caller's id of the request, from which the id of the run was computed, and the hash of its tool and arguments.
   */
  readonly request: { readonly id: string; readonly hash: string };
}

/** Opens the run of one external call, with its approval, unless it exists. */
export const openExternalCall = (opened: OpenExternalCall): ChangeRun<OpenedCall> => {
  const { suspension, request, application } = opened;
  const run = { ...newRun(opened, { kind: 'external', requestId: request.id }), requestHash: request.hash };
  return (state, now) => {
    if (state) return { result: { state, isNew: false } };
    const draft = draftOf({ run: { ...run, createdAt: now, updatedAt: now }, approvals: [] }, now);
    suspendNew(draft, opened);
    const marked = { external: true, ...(application !== undefined && { application }) } as const;
    for (const [id, approval] of draft.approvals) draft.approvals.set(id, { ...approval, ...marked });
    const change = closeDraft(draft, undefined);
    const { request: saved, loop } = suspension;
    const written = { run: change.run!, approvals: change.approvals! };
    return { ...change, checkpoint: { schema: 1, request: saved, loop }, result: { state: written, isNew: true } };
  };
};
