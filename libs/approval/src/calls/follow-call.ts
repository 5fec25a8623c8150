import { ignore } from '#core';
import { type RunState, type StoredRun, isOpen } from '../records/stored-run.js';
import type { LeasedRuns } from '../runs/leased-runs.js';
import type { ApprovalTimes } from '../runs/run-times.js';
import { changeRun } from '../runs/store-calls.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { type Draft, stateOf } from '../transitions/draft.js';
import type { RunAdvancer } from '../runs/run-advancer.js';
import type { FollowCallOptions } from './gated-call.js';

/** The dependencies for following a call. */
export interface FollowCallParts {
  readonly store: ApprovalStore;
  readonly times: ApprovalTimes;
  readonly leasedRuns: LeasedRuns;
  readonly advancer: RunAdvancer;
}

/**
 * Waits until a saved call has ended, `waitMs` have passed, or this process shuts down. Makes the attempts that are
 * due, because a process may have no worker. An abort rejects with its reason and does not change the call.
 */
export const followCall = async (
  { store, times, leasedRuns, advancer }: FollowCallParts,
  found: RunState,
  { waitMs = 0, signal }: FollowCallOptions,
): Promise<RunState> => {
  const { id } = found.run;
  // The timer of a signal accepts whole milliseconds only.
  const deadline = waitMs > 0 ? AbortSignal.timeout(Math.ceil(waitMs)) : AbortSignal.abort();
  const ends = signal ? AbortSignal.any([signal, deadline]) : deadline;
  let state: RunState | undefined = found;
  while (state && isOpen(state.run)) {
    // A run that was due at its last write is still due, so it is not read again. The attempt finds approvals that
    // lapsed since.
    const isKnown = !deadline.aborted && isDueAt(state.run, state.run.updatedAt);
    const { isDue, ...now } = isKnown ? { ...state, isDue: true } : await changeRun(store, id, times, look);
    if (deadline.aborted || !isOpen(now.run)) return now;
    // If the attempt fails, its error is saved in the run.
    if (isDue && advancer.lack(now.run) === undefined) void advancer.work(now.run).catch(ignore);
    if (leasedRuns.leaves(id)) return now;
    await leasedRuns.changed(id, ends).catch(ignore);
    signal?.throwIfAborted();
    state = await store.state(id);
  }
  return state ?? found;
};

const look = (draft: Draft): RunState & { readonly isDue: boolean } => ({
  ...stateOf(draft),
  isDue: isDueAt(draft.run, draft.now),
});

// A leased run is due when its lease ends, and a run with pending approvals when one of them expires. A parked run is
// never due.
const isDueAt = ({ dueAt = Infinity }: StoredRun, now: number): boolean => dueAt <= now;
