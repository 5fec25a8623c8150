import type { DueWork, RunState, StoredRun } from '../records/stored-run.js';
import { owesAnswer } from './ended-at.js';

/**
 * Returns when a worker must act on a run: an approval expires, the run can resume, or its lease ends. Undefined if it
 * needs no worker.
 */
export const dueAt = (state: RunState): number | undefined => {
  const { run, approvals } = state;
  if (run.kind === 'external') return externalDueAt(state);
  const { status, closing, lease, parked, retryAt, settledAt, slots, updatedAt } = run;
  if (lease) return lease.until;
  if (closing !== undefined || owesAnswer(run) || isCancelingInside(run)) return retryAt ?? updatedAt;
  if (status !== 'suspended' || parked) return undefined;
  const pending = approvals.filter((approval) => approval.status === 'PENDING');
  if (pending.length > 0) return Math.min(...pending.map(({ expiresAt }) => expiresAt));
  // The run becomes due when the run inside its call ends.
  if (slots.some(({ state }) => state === 'waiting')) return undefined;
  // Its tool may know the outcome; otherwise the run waits for a person to report it.
  if (slots.some(({ state }) => state === 'unknown')) return retryAt;
  return retryAt ?? settledAt ?? updatedAt;
};

/** Whether a run was canceled, and its cancellation has not reached each run inside it. */
export const isCancelingInside = ({ canceling, slots }: StoredRun): boolean =>
  canceling !== undefined && slots.some(({ state, innerCanceled }) => state === 'waiting' && !innerCanceled);

// No worker runs an external call. It is due only when its lease ends, or when its approval expires or lapses.
const externalDueAt = ({ run: { lease, status }, approvals }: RunState): number | undefined => {
  if (lease) return lease.until;
  if (status !== 'suspended') return undefined;
  const ends = approvals.flatMap(({ status: now, expiresAt, approvalExpiresAt }) => {
    if (now === 'PENDING') return [expiresAt];
    return now === 'APPROVED' && approvalExpiresAt !== undefined ? [approvalExpiresAt] : [];
  });
  return ends.length > 0 ? Math.min(...ends) : undefined;
};

/** Returns the work that a run is due for. */
export const dueFor = ({ run, approvals }: RunState): DueWork => {
  const { kind, lease, closing } = run;
  if (lease || kind === 'external' || isCancelingInside(run)) return 'time';
  if (closing === undefined && owesAnswer(run)) return 'time';
  return closing === undefined && approvals.some(({ status }) => status === 'PENDING') ? 'time' : 'turn';
};
