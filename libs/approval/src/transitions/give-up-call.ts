import type { StoredSlot } from '../records/stored-run.js';
import { answerSlot, approvalOf, type Draft, moveApproval, addEvent } from './draft.js';
import { UNKNOWN } from './results.js';

/** Answers a call that was started and will not start again: its outcome is unknown. */
export const giveUpCall = (draft: Draft, slot: StoredSlot): void => {
  const approval = approvalOf(draft, slot);
  if (approval?.status === 'EXECUTING') moveApproval(draft, approval, 'OUTCOME_UNKNOWN');
  // A call that was already unknown has had its event.
  else if (!approval && slot.state !== 'unknown') addEvent(draft, 'OUTCOME_UNKNOWN', { data: { index: slot.index } });
  answerSlot(draft, slot, UNKNOWN);
};
