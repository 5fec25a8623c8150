import type { RunState } from '../records/stored-run.js';
import { assertReadable } from './assert-readable.js';
import { endCanceled } from './cancel-run.js';
import { completeCall } from './complete-call.js';
import { closeDraft, type Draft, draftOf } from './draft.js';
import { passTime, type RunTimes, type SeenRun, settleBatch } from './pass-time.js';

/**
 * Returns the change that a store applies to a run: it applies the time that has passed, and then `act`. The result is
 * undefined if the run does not exist.
 */
export const transition =
  <T>(times: RunTimes, act: (draft: Draft) => T, seen?: SeenRun) =>
  (state: RunState | undefined, now: number): ReturnType<typeof closeDraft<T | undefined>> => {
    if (!state) return { result: undefined };
    assertReadable(state);
    const draft = draftOf(state, now);
    passTime(draft, times, seen);
    completeCall(draft);
    const result = act(draft);
    endCanceled(draft);
    settleBatch(draft, times);
    completeCall(draft);
    return closeDraft(draft, result);
  };
