import type { StoredSlot } from '../records/stored-run.js';
import { answerSlot, approvalOf, type Draft, moveApproval } from './draft.js';
import { giveUpCall } from './give-up-call.js';
import { resultWithoutExecution, NOT_STARTED } from './results.js';

/**
 * Ends the calls of a batch that will get no result. Pending and approved calls are canceled, and started calls have an
 * unknown outcome.
 */
export const endCalls = (draft: Draft, reason: string, by?: string): void => {
  for (const slot of draft.run.slots) if (slot.state !== 'done') endSlot(draft, slot, reason, by);
};

const endSlot = (draft: Draft, slot: StoredSlot, reason: string, by: string | undefined): void => {
  // An attempt means that the call was started, even if it may start again.
  if (slot.attempt > 0) giveUpCall(draft, slot);
  else endUnstarted(draft, slot, reason, by);
};

/** Ends a call that was never started. A pending or approved approval is canceled. */
export const endUnstarted = (draft: Draft, slot: StoredSlot, reason: string, by: string | undefined): void => {
  const approval = approvalOf(draft, slot);
  const isOpen = approval?.status === 'PENDING' || approval?.status === 'APPROVED';
  const ended = isOpen ? moveApproval(draft, approval, 'CANCELLED', { decisionReason: reason, by }) : approval;
  return answerSlot(draft, slot, (ended && resultWithoutExecution(ended)) ?? NOT_STARTED);
};
