import { type Draft, addEvent, answerSlot, approvalOf, setRun } from './draft.js';
import { type StoredSlot, isOpen } from '../records/stored-run.js';
import { resultWithoutExecution } from './results.js';

/**
 * Completes a run of one call in the write that makes the outcome of the call known, such as a rejection or the result of
 * its body. Changes nothing of a turn, in which the model is called next.
 */
export const completeCall = (draft: Draft): void => {
  const { kind = 'turn', lease } = draft.run;
  if (kind === 'turn' || !isOpen(draft.run)) return;
  // While the run is leased, its worker answers the calls that do not run.
  if (!lease) for (const slot of draft.run.slots) answerUnrun(draft, slot);
  if (draft.run.slots.some(({ state }) => state !== 'done')) return;
  setRun(draft, { status: 'completed', lease: undefined, parked: undefined, retryAt: undefined });
  addEvent(draft, 'COMPLETED');
};

/** Answers a call that has not started if its approval does not let it run. */
export const answerUnrun = (draft: Draft, slot: StoredSlot): void => {
  const approval = slot.state === 'ready' ? approvalOf(draft, slot) : undefined;
  const answer = approval && resultWithoutExecution(approval);
  if (answer) answerSlot(draft, slot, answer);
};
