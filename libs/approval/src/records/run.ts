import { isList } from '#core';
import { isoTime, isoTimes } from './iso-time.js';
import type { RunAttempt, RunLease, RunParking, StoredRun, StoredSlot } from './stored-run.js';

/** One call of the current batch of a run. `unknown`: it was started, and its outcome is unknown. */
export interface RunSlot extends Omit<StoredSlot, 'callId' | 'tool' | 'approval'> {
  /** The provider's id of the call; it may repeat in another round. */
  readonly toolCallId: string;
  readonly toolName: string;
  /** The approval that the call requires; absent if a strategy approved it. */
  readonly approvalId?: string;
}

type OptionalTime = 'settledAt' | 'retryAt' | 'retriedAt' | 'endedAt' | 'contentRemovedAt' | 'dueAt';
type Timed = 'createdAt' | 'updatedAt' | OptionalTime | 'attempts' | 'parked';

/** A time of a record as ISO 8601. */
type At<T> = Omit<T, 'at'> & { readonly at: string };

/** A turn or a call that was saved, and its outcome. Plain JSON; its times are ISO 8601, by the store's clock. */
export interface Run extends Omit<StoredRun, 'schema' | 'slots' | 'lease' | Timed> {
  readonly slots: readonly RunSlot[];
  readonly lease?: Omit<RunLease, 'until'> & { readonly until: string };
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When the last approval of the batch was decided. */
  readonly settledAt?: string;
  /** When the next attempt to resume it may be made. */
  readonly retryAt?: string;
  /** When a person last retried it. Its deadline counts from then. */
  readonly retriedAt?: string;
  /** The last ten failed attempts to resume it, oldest first; absent if there are none. */
  readonly attempts?: readonly At<RunAttempt>[];
  /** Present if no worker resumes it until a person retries or cancels it. */
  readonly parked?: At<RunParking>;
  /** Since when it has ended, and no call or approval of it is open or unknown. */
  readonly endedAt?: string;
  /** When its messages, arguments and results were removed; absent if they are stored. */
  readonly contentRemovedAt?: string;
  /** When a worker must act on the run; absent if it waits for a person, or has ended. */
  readonly dueAt?: string;
}

/** Converts a stored run to the record that `ApprovalService.runs` returns. */
export const runRecord = (stored: StoredRun): Run => {
  const { schema: _, slots, lease, createdAt, updatedAt, settledAt, retryAt, retriedAt, dueAt, ...others } = stored;
  const { attempts, parked, endedAt, contentRemovedAt, ...rest } = others;
  return {
    ...rest,
    // A damaged row may lack a list, and is still listed.
    slots: isList(slots) ? slots.map(slotRecord) : [],
    ...(lease && { lease: { ...lease, until: isoTime(lease.until) } }),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    ...isoTimes({ settledAt, retryAt, retriedAt, endedAt, contentRemovedAt, dueAt }),
    ...(attempts && { attempts: attempts.map(withIsoTime) }),
    ...(parked && { parked: withIsoTime(parked) }),
  };
};

const withIsoTime = <T extends { readonly at: number }>(record: T): At<T> => ({ ...record, at: isoTime(record.at) });

const slotRecord = ({ callId: toolCallId, tool: toolName, approval, ...rest }: StoredSlot): RunSlot => ({
  ...rest,
  toolCallId,
  toolName,
  ...(approval !== undefined && { approvalId: approval }),
});
