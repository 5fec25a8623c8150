import { RunNotFoundException } from '../errors/approval.errors.js';
import type { RunCheckpoint, RunState, StoredRun } from '../records/stored-run.js';
import type { ApprovalStore, ChangeRun } from '../store/approval.store.js';
import { assertContent, assertWhole, readableCheckpoint } from '../transitions/assert-readable.js';
import { type Claim, claimRun } from '../transitions/claim-run.js';
import { type Draft, stateOf } from '../transitions/draft.js';
import type { PresentTools } from '../transitions/left-run.js';
import type { SeenRun } from '../transitions/pass-time.js';
import { transition } from '../transitions/transition.js';
import type { ApprovalTimes } from './run-times.js';

/** The worker that claims a run, and the conditions of its claim. */
interface Claimant {
  readonly worker: string;
  /** Whether the worker may claim a run. A run of another kind or client is treated as missing. */
  readonly isMeant: (run: StoredRun) => boolean;
  readonly times: ApprovalTimes;
  /** Absent if no other process uses the store. */
  readonly tools?: PresentTools;
  /** Returns why the worker claims no run; undefined if it does. */
  readonly refusal: () => Error | undefined;
  /** How long this process has seen the run unchanged while another process leases it. */
  readonly seen?: SeenRun;
}

/** A run after an attempt to claim it, read in one transaction. Another process may change the run right after. */
interface FoundRun {
  readonly claim: Claim;
  readonly state: RunState;
  /** Absent if the run waits or another process leases it. */
  readonly checkpoint?: RunCheckpoint;
}

/**
 * Claims a run if it can be resumed, and reads its checkpoint in the same transaction. Throws `RunNotFoundException` if
 * it does not exist, or if `isMeant` returns false for it.
 */
export const claimStoredRun = async (store: ApprovalStore, id: string, claimant: Claimant): Promise<FoundRun> => {
  const { worker, isMeant, times, tools, seen, refusal } = claimant;
  const act = (draft: Draft): FoundRun => {
    if (!isMeant(draft.run)) throw new RunNotFoundException(id);
    assertContent(draft.run);
    const claim = claimRun(draft, worker, times.leaseMs, tools);
    if (claim.type === 'claimed') {
      assertWhole(draft);
      const refused = refusal();
      if (refused) throw refused;
    }
    return { claim, state: stateOf(draft) };
  };
  const claimChange = transition(times, act, seen);
  const found = await store.change(id, withCheckpoint(claimChange));
  if (!found) throw new RunNotFoundException(id);
  return found;
};

const withCheckpoint =
  (claimChange: ReturnType<typeof transition<FoundRun>>): ChangeRun<FoundRun | undefined> =>
  (state, now) => {
    const { result, ...records } = claimChange(state, now);
    if (result?.claim.type !== 'claimed' && result?.claim.type !== 'ended') return { ...records, result };
    const { id } = result.state.run;
    return { ...records, resultOf: (checkpoint) => ({ ...result, checkpoint: readableCheckpoint(id, checkpoint) }) };
  };
