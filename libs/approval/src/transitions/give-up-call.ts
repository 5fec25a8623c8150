import type { StoredSlot } from '../records/stored-run.js';
import { answerSlot, approvalOf, type Draft, moveApproval, tell } from './draft.js';
import { UNKNOWN } from './results.js';

/** Answers a call that was started once and will not be started again: nobody knows whether it had its effect. */
export const giveUpCall = (draft: Draft, slot: StoredSlot): void => {
  const approval = approvalOf(draft, slot);
  if (approval?.status === 'EXECUTING') moveApproval(draft, approval, 'OUTCOME_UNKNOWN');
  // Of one that was unknown already it has been told.
  else if (!approval && slot.state !== 'unknown') tell(draft, 'OUTCOME_UNKNOWN', { data: { index: slot.index } });
  answerSlot(draft, slot, UNKNOWN);
};
