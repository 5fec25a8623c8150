import { RunLostException } from '../approval.errors.js';
import { type Draft, setRun } from './draft.js';

/** What a worker writes under: its name, and the number of its claim. */
export interface Fence {
  readonly worker: string;
  readonly fence: number;
}

/** Throws `RunLostException` for a worker that does not hold the run any more. */
export const assertHeld = ({ run }: Draft, { worker, fence }: Fence): void => {
  if (run.fence !== fence || run.lease?.worker !== worker) throw new RunLostException(run.id);
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
