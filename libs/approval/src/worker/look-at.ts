import type { DueWork, StoredRun } from '../records/stored-run.js';
import { type Draft, setRun } from '../transitions/draft.js';
import { dueAt } from '../transitions/due-at.js';
import { dueFor } from '../transitions/due-for.js';

/** Returns the run if its turn is due, after its expiries and its lost lease; undefined otherwise. */
export const lookAt = (draft: Draft, work: DueWork): StoredRun | undefined => {
  const state = { run: draft.run, approvals: [...draft.approvals.values()] };
  const due = dueAt(state);
  const isTurn = dueFor(state) === 'turn' && (due ?? Infinity) <= draft.now;
  const hasWork = due !== undefined || draft.run.dueAt !== undefined;
  // An earlier version does not store `dueFor`, so the run is written again to set it.
  if (hasWork && !draft.isChanged && !(isTurn && work === 'turn')) setRun(draft, {});
  return isTurn ? draft.run : undefined;
};
