import type { StoredApproval } from '../records/stored-approval.js';
import type { StoredRun } from '../records/stored-run.js';
import { type Draft, moveApproval, setApproval, setRun, addEvent } from './draft.js';
import { endRun } from './end-run.js';
import { loseCall } from './lose-call.js';

/** How long approvals remain valid, in milliseconds. */
export interface RunTimes {
  /** From the decision of the last approval of a batch to the start of its call. */
  readonly approvalLapsesInMs: number;
}

/** The version in which a process has seen a run, and for how long, by a monotonic clock. */
export interface SeenRun {
  readonly version: number;
  readonly forMs: number;
}

/**
 * Applies expiries and lost leases up to the present time. Nothing takes effect after its expiry, however long the run
 * was not read.
 */
export const passTime = (draft: Draft, times: RunTimes, seen?: SeenRun): void => {
  loseLease(draft, seen);
  settleBatch(draft, times, expire(draft));
  lapse(draft);
};

// The lost process may have started a body, whose outcome is unknown.
const loseLease = (draft: Draft, seen: SeenRun | undefined): void => {
  const { status, lease } = draft.run;
  if (!lease || (lease.until > draft.now && !isSeenOver(draft.run, seen))) return;
  addEvent(draft, 'LEASE_LOST', { data: { worker: lease.worker } });
  setRun(draft, { lease: undefined, status: status === 'resuming' ? 'suspended' : status });
  loseCalls(draft);
};

// The time that the lease had left at its last write has passed since, even if the store's clock was set back.
const isSeenOver = ({ version, updatedAt, lease }: StoredRun, seen: SeenRun | undefined): boolean =>
  seen?.version === version && lease !== undefined && seen.forMs >= lease.until - updatedAt;

/**
 * Marks started calls as having an unknown outcome, except idempotent ones. The process that started a call may report
 * it.
 */
export const loseCalls = (draft: Draft, askAt?: number): void => {
  for (const slot of draft.run.slots) {
    if (slot.state === 'started' && !slot.idempotent) loseCall(draft, slot, askAt);
  }
};

// Returns when the last overdue approval expired: the batch is settled at that time, however late the run is read.
const expire = (draft: Draft): number | undefined => {
  const due = [...draft.approvals.values()].filter(isOverdue(draft.now));
  if (due.length === 0) return undefined;
  const endsAt = Math.min(
    ...due.map(({ expiresAt, requirement }) => (requirement.onTimeout === 'cancel' ? expiresAt : Infinity)),
  );
  // Approvals that would have expired later were canceled by then.
  const expired = due.filter(({ expiresAt }) => expiresAt <= endsAt);
  for (const approval of expired) moveApproval(draft, approval, 'EXPIRED');
  if (endsAt < Infinity) endRun(draft, 'cancelled', 'an approval was not decided in time');
  return Math.max(...expired.map(({ expiresAt }) => expiresAt));
};

const isOverdue =
  (now: number) =>
  ({ status, expiresAt }: StoredApproval): boolean =>
    status === 'PENDING' && expiresAt <= now;

/** Saves when the last approval of a batch was decided. Approvals lapse some time after that. */
export const settleBatch = (draft: Draft, { approvalLapsesInMs }: RunTimes, at = draft.now): void => {
  const { status, settledAt, slots } = draft.run;
  const all = [...draft.approvals.values()];
  if (status !== 'suspended' || settledAt !== undefined || all.some((one) => one.status === 'PENDING')) return;
  // The batch still waits for a run inside a call.
  if (slots.some(({ state }) => state === 'waiting')) return;
  setRun(draft, { settledAt: at });
  addEvent(draft, 'SETTLED');
  for (const approval of all) {
    if (approval.status !== 'APPROVED') continue;
    setApproval(draft, approval, { approvalExpiresAt: at + approvalLapsesInMs });
  }
};

const lapse = (draft: Draft): void => {
  for (const approval of draft.approvals.values()) {
    const { status, approvalExpiresAt = Infinity } = approval;
    if (status === 'APPROVED' && approvalExpiresAt <= draft.now) moveApproval(draft, approval, 'LAPSED');
  }
};
