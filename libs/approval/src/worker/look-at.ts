import type { DueWork, StoredRun } from '../records/stored-run.js';
import { type Draft, setRun, stateOf } from '../transitions/draft.js';
import { dueAt, dueFor, isCancelingInside } from '../transitions/due-at.js';
import { owesAnswer } from '../transitions/ended-at.js';
import { type LeftRun, leftRun, type PresentTools } from '../transitions/left-run.js';

/** A run whose turn is due; `run` and `left` are absent if its turn is not due. */
interface SeenTurn {
  readonly run?: StoredRun;
  /** The run, if it owes its outcome or its cancellation to another run. */
  readonly owing?: StoredRun;
  /** Present if this process leaves the run to others. */
  readonly left?: LeftRun;
}

/** Returns the run if its turn is due, after its expiries and its lost lease were applied. */
export const lookAt = (draft: Draft, work: DueWork, tools?: PresentTools): SeenTurn => {
  const state = stateOf(draft);
  const due = dueAt(state);
  const isTurn = dueFor(state) === 'turn' && (due ?? Infinity) <= draft.now;
  const hasWork = due !== undefined || draft.run.dueAt !== undefined;
  // An earlier version does not store `dueFor`, so the run is written again to set it.
  const owing = (owesAnswer(draft.run) || isCancelingInside(draft.run)) && { owing: draft.run };
  if (hasWork && !owing && !draft.isChanged && !(isTurn && work === 'turn')) setRun(draft, {});
  if (!isTurn) return { ...owing };
  const left = tools && leftRun(draft, tools);
  return { run: draft.run, ...owing, ...(left && { left }) };
};
