import type { ToolCallResult } from 'toolgate/tool';
import { RunConflictException } from '../errors/approval.errors.js';
import { endCall } from './batch.js';
import type { StoredSlot } from '../records/stored-run.js';
import { answerSlot, approvalOf, type Draft, moveApproval, addEvent } from './draft.js';
import { resumeIfKnown } from './lose-call.js';
import { UNKNOWN } from './results.js';

/** The outcome of a call; without an answer it remains unknown for good. */
export interface SettledCall {
  readonly index: number;
  /** Identifies the call. If present, the outcome counts for no other call. */
  readonly idempotencyKey?: string;
  readonly answer?: ToolCallResult;
  readonly by?: string;
}

/** Settles a call whose outcome was unknown. Throws `RunConflictException` for any other call. */
export const settleUnknown = (draft: Draft, settled: SettledCall): void => {
  const { index, idempotencyKey, answer, by } = settled;
  const slot = draft.run.slots[index];
  const isMeant = idempotencyKey === undefined || slot?.idempotencyKey === idempotencyKey;
  if (slot?.state !== 'unknown' || !isMeant)
    throw new RunConflictException(draft.run.id, `has no call ${index} with an unknown outcome. Read the run again`);
  addEvent(draft, 'RECONCILED', { ...(by !== undefined && { by }), data: { index } });
  if (answer) endCall(draft, slot, answer);
  else abandon(draft, slot, by);
  resumeIfKnown(draft);
};

const abandon = (draft: Draft, slot: StoredSlot, by: string | undefined): void => {
  const approval = approvalOf(draft, slot);
  if (approval?.status === 'OUTCOME_UNKNOWN') moveApproval(draft, approval, 'ABANDONED', { by });
  answerSlot(draft, slot, UNKNOWN);
};
