import type { StoredRun, StoredSlot } from '../records/stored-run.js';
import { answerUnrun } from './complete-call.js';
import { type Draft, setRun, setSlot, addEvent } from './draft.js';
import { leftRun, type PresentTools } from './left-run.js';

/** The outcome of an attempt to claim a run. */
export type Claim =
  | { readonly type: 'claimed'; readonly run: StoredRun }
  /** Another process resumes the run. */
  | { readonly type: 'busy' }
  /** Approvals are pending, a call waits for a run inside it or has an unknown outcome, or the run is parked. */
  | { readonly type: 'waiting' }
  /** This process leaves the run to others. */
  | { readonly type: 'left' }
  | { readonly type: 'ended'; readonly run: StoredRun };

/**
 * Leases a run to a worker, and answers the calls that will not run.
 * @param tools absent if no other process uses the store
 */
export const claimRun = (draft: Draft, worker: string, leaseMs: number, tools?: PresentTools): Claim => {
  const { status, lease, closing } = draft.run;
  if (lease) return { type: 'busy' };
  if (status !== 'suspended' && closing === undefined) return { type: 'ended', run: draft.run };
  if (status === 'suspended' && !canResume(draft)) return { type: 'waiting' };
  if (status === 'suspended' && tools && leftRun(draft, tools)) return { type: 'left' };
  for (const slot of draft.run.slots) prepareSlot(draft, slot);
  setRun(draft, {
    status: status === 'suspended' ? 'resuming' : status,
    fence: draft.run.fence + 1,
    lease: { worker, until: draft.now + leaseMs },
    retryAt: undefined,
  });
  addEvent(draft, 'RESUMED', { data: { worker, fence: draft.run.fence } });
  return { type: 'claimed', run: draft.run };
};

const canResume = ({ run, approvals }: Draft): boolean =>
  run.parked === undefined &&
  run.slots.every(({ state }) => state !== 'unknown' && state !== 'waiting') &&
  [...approvals.values()].every(({ status }) => status !== 'PENDING');

const prepareSlot = (draft: Draft, slot: StoredSlot): void => {
  // The process that started it was lost; the call may start again.
  if (slot.state === 'started') setSlot(draft, slot.index, { state: 'ready' });
  else answerUnrun(draft, slot);
};
