import type { RunState } from '../records/stored-run.js';
import { assertReadable } from './assert-readable.js';
import { endCanceled } from './cancel-run.js';
import { closeDraft, type Draft, draftOf } from './draft.js';
import { passTime, type RunTimes, type SeenRun, settleBatch } from './pass-time.js';

/** Makes what a store carries out of what is to be done with a run: first the time passes. Gives undefined for a run nobody knows. */
export const transition =
  <T>(times: RunTimes, act: (draft: Draft) => T, seen?: SeenRun) =>
  (state: RunState | undefined, now: number): ReturnType<typeof closeDraft<T | undefined>> => {
    if (!state) return { result: undefined };
    assertReadable(state);
    const draft = draftOf(state, now);
    passTime(draft, times, seen);
    const result = act(draft);
    endCanceled(draft);
    settleBatch(draft, times);
    return closeDraft(draft, result);
  };
