import type { RunState } from '../records/run.js';
import type { ChangeRun } from '../store/approval.store.js';
import { closeDraft, type Draft, draftOf } from './draft.js';
import { passTime, type RunTimes, settleBatch } from './pass-time.js';

/** Makes what a store carries out of what is to be done with a run: first the time passes. Gives undefined for a run nobody knows. */
export const transition =
  <T>(times: RunTimes, act: (draft: Draft) => T): ChangeRun<T | undefined> =>
  (state: RunState | undefined, now: number) => {
    if (!state) return { result: undefined };
    const draft = draftOf(state, now);
    passTime(draft, times);
    const result = act(draft);
    settleBatch(draft, times);
    return closeDraft(draft, result);
  };
