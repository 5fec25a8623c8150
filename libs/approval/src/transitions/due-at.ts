import type { RunState } from '../records/stored-run.js';

/**
 * Returns when a worker must act on a run: an approval expires, the run can resume, or its lease ends. Undefined if it
 * needs no worker.
 */
export const dueAt = ({ run, approvals }: RunState): number | undefined => {
  const { status, closing, lease, parked, retryAt, settledAt, slots, updatedAt } = run;
  if (lease) return lease.until;
  if (closing !== undefined) return retryAt ?? updatedAt;
  if (status !== 'suspended' || parked) return undefined;
  const pending = approvals.filter((approval) => approval.status === 'PENDING');
  if (pending.length > 0) return Math.min(...pending.map(({ expiresAt }) => expiresAt));
  // Its tool may know the outcome; otherwise the run waits for a person to report it.
  if (slots.some(({ state }) => state === 'unknown')) return retryAt;
  return retryAt ?? settledAt ?? updatedAt;
};
