import { RunEndedException } from 'toolgate/chat';
import { RunLostException } from '../approval.errors.js';
import { type Draft, setRun } from './draft.js';

/** What a worker writes under: its name, and the number of its claim. */
export interface Fence {
  readonly worker: string;
  readonly fence: number;
}

/** Why a worker does not hold a run any more: it lost its lease, or the run was canceled. Undefined while it holds the run. */
export const lossOf = ({ run }: Draft, { worker, fence }: Fence): RunLostException | RunEndedException | undefined => {
  if (run.fence === fence && run.lease?.worker === worker) return undefined;
  const { id, canceling, status, error = 'it was cancelled' } = run;
  const reason = canceling?.reason ?? (status === 'cancelled' ? error : undefined);
  return reason === undefined ? new RunLostException(id) : new RunEndedException(id, 'cancelled', reason);
};

/** Throws `RunLostException` or `RunEndedException` for a worker that does not hold the run any more. */
export const assertHeld = (draft: Draft, held: Fence): void => {
  const loss = lossOf(draft, held);
  if (loss) throw loss;
};

/** Throws `RunLostException` where the run has ended besides: whoever held it then may only close it. */
export const assertGoesOn = (draft: Draft, held: Fence): void => {
  assertHeld(draft, held);
  if (draft.run.status !== 'resuming') throw new RunLostException(draft.run.id);
};

/** Holds a run for longer. */
export const renewLease = (draft: Draft, held: Fence, leaseMs: number): void => {
  assertHeld(draft, held);
  setRun(draft, { lease: { worker: held.worker, until: draft.now + leaseMs } });
};
