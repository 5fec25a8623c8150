import type { StoredSlot } from '../records/stored-run.js';
import { answerSlot, approvalOf, type Draft } from './draft.js';
import { resultWithoutExecution } from './results.js';

/** Answers a call that has not started if its approval does not let it run. */
export const answerUnrun = (draft: Draft, slot: StoredSlot): void => {
  const approval = slot.state === 'ready' ? approvalOf(draft, slot) : undefined;
  const answer = approval && resultWithoutExecution(approval);
  if (answer) answerSlot(draft, slot, answer);
};
