import { RunEndedException } from 'toolgate/chat';
import { RunLostException } from '../errors/approval.errors.js';
import { type Draft, setRun } from './draft.js';

/** Identifies the claim of a worker: its name, and the number of the claim. */
export interface Fence {
  readonly worker: string;
  readonly fence: number;
}

/**
 * Returns why a worker no longer leases a run: it lost the lease, or the run was canceled. Undefined while it leases
 * the run.
 */
export const lossOf = ({ run }: Draft, { worker, fence }: Fence): RunLostException | RunEndedException | undefined => {
  if (run.fence === fence && run.lease?.worker === worker) return undefined;
  const { id, canceling, status, error = 'it was canceled' } = run;
  const reason = canceling?.reason ?? (status === 'cancelled' ? error : undefined);
  return reason === undefined ? new RunLostException(id) : new RunEndedException(id, 'cancelled', reason);
};

/** Throws `RunLostException` or `RunEndedException` for a worker that no longer leases the run. */
export const assertLeased = (draft: Draft, owner: Fence): void => {
  const loss = lossOf(draft, owner);
  if (loss) throw loss;
};

/** Throws also if the run has ended: its worker may then only close it. */
export const assertResuming = (draft: Draft, owner: Fence): void => {
  assertLeased(draft, owner);
  if (draft.run.status !== 'resuming') throw new RunLostException(draft.run.id);
};

/** Renews the lease of a run. */
export const renewLease = (draft: Draft, owner: Fence, leaseMs: number): void => {
  assertLeased(draft, owner);
  setRun(draft, { lease: { worker: owner.worker, until: draft.now + leaseMs } });
};
