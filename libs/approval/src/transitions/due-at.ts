import type { RunState } from '../records/stored-run.js';

/** When something is to be done with a run that nobody asks for: a question expires, it can go on, or its lease is over. */
export const dueAt = ({ run, approvals }: RunState): number | undefined => {
  const { status, closing, lease, retryAt, settledAt, slots, updatedAt } = run;
  if (lease) return lease.until;
  if (closing !== undefined) return retryAt ?? updatedAt;
  if (status !== 'suspended') return undefined;
  const pending = approvals.filter((approval) => approval.status === 'PENDING');
  if (pending.length > 0) return Math.min(...pending.map(({ expiresAt }) => expiresAt));
  // Its tool may be able to tell; else it waits for somebody.
  if (slots.some(({ state }) => state === 'unknown')) return retryAt;
  return retryAt ?? settledAt ?? updatedAt;
};
