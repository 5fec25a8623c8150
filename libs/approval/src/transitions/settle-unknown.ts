import type { ToolCallResult } from 'toolgate/tool';
import { RunConflictException } from '../approval.errors.js';
import { endCall } from './batch.js';
import { answerSlot, approvalOf, type Draft, moveApproval, tell } from './draft.js';
import { UNKNOWN } from './results.js';

/** What somebody found out about a call; without an answer nobody will ever know. */
export interface SettledCall {
  readonly index: number;
  readonly answer?: ToolCallResult;
  readonly by?: string;
}

/** Settles a call of which nobody knew what became. Throws `RunConflictException` for any other one. */
export const settleUnknown = (draft: Draft, { index, answer, by }: SettledCall): void => {
  const slot = draft.run.slots[index];
  if (slot?.state !== 'unknown') throw new RunConflictException(draft.run.id, `has no unknown call ${index}`);
  tell(draft, 'RECONCILED', { ...(by !== undefined && { by }), data: { index } });
  if (answer) return endCall(draft, slot, answer);
  const approval = approvalOf(draft, slot);
  if (approval?.status === 'OUTCOME_UNKNOWN') moveApproval(draft, approval, 'ABANDONED', { by });
  return answerSlot(draft, slot, UNKNOWN);
};
