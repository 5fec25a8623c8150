import type { RunSlot } from '../records/run.js';
import { answerSlot, approvalOf, type Draft, moveApproval, setRun, tell } from './draft.js';
import { giveUpCall } from './give-up-call.js';
import { answerOf, NOT_STARTED } from './results.js';

/** Ends a run without an answer: what is pending or approved is cancelled, and every call gets a result. */
export const endRun = (draft: Draft, status: 'cancelled' | 'failed', reason: string, by?: string): void => {
  for (const slot of draft.run.slots) if (slot.state !== 'done') endSlot(draft, slot, reason, by);
  tell(draft, status === 'failed' ? 'RUN_FAILED' : 'RUN_CANCELLED', {
    ...(by !== undefined && { by }),
    data: { reason },
  });
  const { hasEffects } = draft.run;
  // Where nothing was done there is nothing to remember.
  setRun(draft, { status, error: reason, retryAt: undefined, closing: hasEffects ? reason : undefined });
};

const endSlot = (draft: Draft, slot: RunSlot, reason: string, by: string | undefined): void => {
  // A call that may be started again was started too.
  if (slot.attempt > 0) return giveUpCall(draft, slot);
  const approval = approvalOf(draft, slot);
  const isOpen = approval?.status === 'PENDING' || approval?.status === 'APPROVED';
  const ended = isOpen ? moveApproval(draft, approval, 'CANCELLED', { decisionReason: reason, by }) : approval;
  return answerSlot(draft, slot, (ended && answerOf(ended)) ?? NOT_STARTED);
};
