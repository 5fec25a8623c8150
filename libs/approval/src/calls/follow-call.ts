import { ignore } from '#core';
import type { RunState, StoredRun } from '../records/stored-run.js';
import type { LeasedRuns } from '../runs/leased-runs.js';
import type { ApprovalTimes } from '../runs/run-times.js';
import { changeRun } from '../runs/store-calls.js';
import type { ApprovalStore } from '../store/approval.store.js';
import type { Draft } from '../transitions/draft.js';
import type { RunAdvancer } from '../worker/run-advancer.js';
import type { FollowCallOptions } from './gated-call.js';

/** The dependencies for following a call. */
export interface FollowCallParts {
  readonly store: ApprovalStore;
  readonly times: ApprovalTimes;
  readonly leasedRuns: LeasedRuns;
  readonly advancer: RunAdvancer;
}

/**
 * Waits until a saved call has ended, at most for `waitMs` and until this process ends, and makes the attempts that are
 * due: a process may have no worker. Rejects with the reason of an abort, which changes nothing.
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
  while (state && isOpen(state)) {
    // By the time of its last write it was due, and that time has passed. What lapses meanwhile, the attempt finds out.
    const isKnown = !deadline.aborted && isDueAt(state.run, state.run.updatedAt);
    const { isDue, ...now } = isKnown ? { ...state, isDue: true } : await changeRun(store, id, times, look);
    if (deadline.aborted || !isOpen(now)) return now;
    // The record has the error of an attempt that fails.
    if (isDue && advancer.lack(now.run) === undefined) void advancer.work(now.run).catch(ignore);
    if (leasedRuns.leaves(id)) return now;
    await leasedRuns.changed(id, ends).catch(ignore);
    signal?.throwIfAborted();
    state = await store.state(id);
  }
  return state ?? found;
};

const isOpen = ({ run: { status } }: RunState): boolean => status === 'suspended' || status === 'resuming';

const look = ({ run, approvals, now }: Draft): RunState & { readonly isDue: boolean } => ({
  run,
  approvals: [...approvals.values()],
  isDue: isDueAt(run, now),
});

// A run that is leased or waits for a person is due when that time is over. A parked run is never due.
const isDueAt = ({ dueAt = Infinity }: StoredRun, now: number): boolean => dueAt <= now;
