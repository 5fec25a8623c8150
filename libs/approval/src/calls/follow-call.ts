import { ignore } from '#core';
import type { RunState } from '../records/stored-run.js';
import type { LeasedRuns } from '../runs/leased-runs.js';
import type { ApprovalTimes } from '../runs/run-times.js';
import { changeRun } from '../runs/store-calls.js';
import type { ApprovalStore } from '../store/approval.store.js';
import type { Draft } from '../transitions/draft.js';
import type { FollowCallOptions } from './gated-call.js';

/** The dependencies for following a call. */
export interface FollowCallParts {
  readonly store: ApprovalStore;
  readonly times: ApprovalTimes;
  readonly leasedRuns: LeasedRuns;
  /** Makes an attempt to advance a run in this process. */
  readonly request: (run: string) => Promise<void>;
}

/** Waits until a saved call has ended, at most for `waitMs`. Rejects with the reason of an abort, which changes nothing. */
export const followCall = async (
  { store, times, leasedRuns, request }: FollowCallParts,
  id: string,
  { waitMs = 0, signal }: FollowCallOptions,
): Promise<RunState> => {
  const deadline = waitMs > 0 ? AbortSignal.timeout(waitMs) : AbortSignal.abort();
  const ends = signal ? AbortSignal.any([signal, deadline]) : deadline;
  for (;;) {
    signal?.throwIfAborted();
    const state = await changeRun(store, id, times, stateOf);
    if (deadline.aborted || !isOpen(state)) return state;
    // Without a worker, nothing else in this process advances it.
    if (isReady(state)) void request(id);
    await leasedRuns.changed(id, ends).catch(ignore);
  }
};

const stateOf = ({ run, approvals }: Draft): RunState => ({ run, approvals: [...approvals.values()] });

const isOpen = ({ run: { status } }: RunState): boolean => status === 'suspended' || status === 'resuming';

const isReady = ({ run, approvals }: RunState): boolean =>
  run.status === 'suspended' && !run.parked && approvals.every(({ status }) => status !== 'PENDING');
