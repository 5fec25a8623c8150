import type { StoredSlot } from '../records/stored-run.js';
import { type Draft, addEvent, answerSlot, approvalOf, moveApproval, setRun, setSlot } from './draft.js';
import { UNKNOWN } from './results.js';

/**
 * Marks a started call as having an unknown outcome. The process that started it, its tool or a person may report the
 * outcome. The tool is asked at `askAt`: while the body runs, it would find no effect.
 */
export const loseCall = (draft: Draft, slot: StoredSlot, askAt = draft.now): void => {
  setSlot(draft, slot.index, { state: 'unknown' });
  setRun(draft, { retryAt: askAt });
  const approval = approvalOf(draft, slot);
  if (approval?.status === 'EXECUTING') moveApproval(draft, approval, 'OUTCOME_UNKNOWN');
  else if (!approval) addEvent(draft, 'OUTCOME_UNKNOWN', { data: { index: slot.index } });
};

/** Answers a call that was started and will not start again: its outcome is unknown. */
export const giveUpCall = (draft: Draft, slot: StoredSlot): void => {
  const approval = approvalOf(draft, slot);
  if (approval?.status === 'EXECUTING') moveApproval(draft, approval, 'OUTCOME_UNKNOWN');
  // A call that was already unknown has had its event.
  else if (!approval && slot.state !== 'unknown') addEvent(draft, 'OUTCOME_UNKNOWN', { data: { index: slot.index } });
  answerSlot(draft, slot, UNKNOWN);
};

/** Makes a run resumable at once if the outcome of each call is known: no tool remains to be asked. */
export const resumeIfKnown = (draft: Draft): void => {
  if (draft.run.slots.every(({ state }) => state !== 'unknown')) setRun(draft, { retryAt: undefined });
};
