import type { ToolCallResult } from 'toolgate/tool';
import { endCall } from './batch.js';
import { type Draft, setRun, setSlot, addEvent } from './draft.js';
import { owesAnswer } from './ended-at.js';

/** The outcome of the run inside a call, as the result of the call. */
interface InnerAnswer {
  readonly innerRun: string;
  readonly answer: ToolCallResult;
}

/**
 * Saves the outcome of an inner run as the result of the call that waits for it. Repeating the answer changes nothing.
 * The run resumes when no other call of its batch waits.
 */
export const answerOuterCall = (draft: Draft, { innerRun, answer }: InnerAnswer): void => {
  const slot = draft.run.slots.find((one) => one.state === 'waiting' && one.innerRun === innerRun);
  if (!slot) return;
  endCall(draft, slot, answer);
  addEvent(draft, 'INNER_ENDED', { data: { index: slot.index, innerRun } });
};

/** Notes that the call around the turn of an ended run has received the outcome. */
export const markAnswered = (draft: Draft): void => {
  const { parent } = draft.run;
  if (!parent || !owesAnswer(draft.run)) return;
  setRun(draft, { parent: { ...parent, isAnswered: true }, retryAt: undefined });
  addEvent(draft, 'OUTER_ANSWERED');
};

/** Notes that the cancellation of a run has reached the run inside a call, which may end later. */
export const markInnerCanceled = (draft: Draft, innerRun: string): void => {
  const slot = draft.run.slots.find((one) => one.state === 'waiting' && one.innerRun === innerRun);
  if (!slot || slot.innerCanceled) return;
  setSlot(draft, slot.index, { innerCanceled: true });
  addEvent(draft, 'INNER_CANCELED', { data: { index: slot.index, innerRun } });
};
