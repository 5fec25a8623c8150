import { RunConflictException } from '../errors/approval.errors.js';
import { type StoredSlot, isOpen } from '../records/stored-run.js';
import { type Draft, setRun, addEvent } from './draft.js';
import { endRun, endUnstarted } from './end-run.js';
import { loseCall } from './lose-call.js';

/**
 * Cancels a run: no other call of it starts, and the model is not called again. Calls that were not started are
 * canceled. The outcome of the others is unknown, and the run ends when it is known. The worker asks their tools after
 * the lease has ended. A call that waits for a run inside it waits until that run is canceled, too. A second
 * cancellation keeps the first reason. Throws `RunConflictException` for a run that has ended.
 */
export const cancelRun = (draft: Draft, reason: string, by?: string): void => {
  const { id, canceling, lease } = draft.run;
  if (canceling) return;
  if (!isOpen(draft.run)) throw new RunConflictException(id, 'has ended');
  const who = by !== undefined && { by };
  setRun(draft, { status: 'suspended', lease: undefined, parked: undefined, canceling: { reason, ...who } });
  for (const slot of draft.run.slots) cancelCall(draft, slot);
  // While a body runs, its tool would find no effect, so it is asked after the lease. The process that runs the body
  // may report until its lease ends.
  if (lease) setRun(draft, { retryAt: lease.until });
  endCanceled(draft);
  if (draft.run.canceling) addEvent(draft, 'CANCELING', { ...who, data: { reason } });
};

const cancelCall = (draft: Draft, slot: StoredSlot): void => {
  const { reason, by } = draft.run.canceling!;
  // The run inside a waiting call is canceled next, and its end answers the call.
  if (slot.state === 'done' || slot.state === 'unknown' || slot.state === 'waiting') return;
  if (slot.attempt > 0) loseCall(draft, slot);
  else endUnstarted(draft, slot, reason, by);
};

/** Ends a canceled run when the outcome of each call is known. */
export const endCanceled = (draft: Draft): void => {
  const { canceling, slots } = draft.run;
  if (!canceling || slots.some(({ state }) => state !== 'done')) return;
  setRun(draft, { canceling: undefined });
  endRun(draft, 'cancelled', canceling.reason, canceling.by);
};
