import { type Draft, addEvent, answerSlot, approvalOf, moveApproval, setRun } from './draft.js';
import type { StoredSlot } from '../records/stored-run.js';
import { giveUpCall } from './lose-call.js';
import { resultWithoutExecution, NOT_STARTED } from './results.js';

/** Ends a run without an answer. Pending and approved calls are canceled, and every call gets a result. */
export const endRun = (draft: Draft, status: 'cancelled' | 'failed', reason: string, by?: string): void => {
  endCalls(draft, reason, by);
  addEvent(draft, status === 'failed' ? 'RUN_FAILED' : 'RUN_CANCELLED', {
    ...(by !== undefined && { by }),
    data: { reason },
  });
  const { hasEffects, kind = 'turn' } = draft.run;
  // If no tool of a turn was started, the conversation has nothing to remember.
  const isRemembered = kind === 'turn' && hasEffects;
  setRun(draft, { status, error: reason, retryAt: undefined, closing: isRemembered ? reason : undefined });
};

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
