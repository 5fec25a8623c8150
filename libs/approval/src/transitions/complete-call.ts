import { answerUnrun } from './answer-unrun.js';
import { addEvent, type Draft, setRun } from './draft.js';

/**
 * Completes a run of one call in the write that makes the outcome of the call known, such as a rejection or the result of
 * its body. Changes nothing of a turn, in which the model is called next.
 */
export const completeCall = (draft: Draft): void => {
  const { kind = 'turn', status, lease } = draft.run;
  if (kind === 'turn' || (status !== 'suspended' && status !== 'resuming')) return;
  // While the run is leased, its worker answers the calls that do not run.
  if (!lease) for (const slot of draft.run.slots) answerUnrun(draft, slot);
  if (draft.run.slots.some(({ state }) => state !== 'done')) return;
  setRun(draft, { status: 'completed', lease: undefined, parked: undefined, retryAt: undefined });
  addEvent(draft, 'COMPLETED');
};
