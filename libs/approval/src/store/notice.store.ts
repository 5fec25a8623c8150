import type { NoticeState, QueuedNotice } from '../notices/stored-notice.js';
import type { Page } from './approval-query.js';

/** The notices to take for delivery. */
export interface TakeNotices {
  readonly channel: string;
  /** Identifies the process that delivers them. */
  readonly holder: string;
  /** For how long no other process takes them, in milliseconds. */
  readonly forMs: number;
  readonly limit: number;
}

/** A notice that was taken, and when. */
export interface TakenNotice extends QueuedNotice {
  readonly firstAt: number;
  readonly takenAt: number;
}

/**
 * The outcome of an attempt to deliver a notice. `delivered`: it is done. `failed`: it is due again after `retryInMs`,
 * or parked if that is absent. `released`: no attempt was completed, and it is due now.
 */
export type DeliveryOutcome =
  | { readonly type: 'delivered' }
  | { readonly type: 'released' }
  | { readonly type: 'failed'; readonly error: string; readonly retryInMs?: number };

/** Filters notices. An absent property does not filter. */
export interface NoticeQuery {
  readonly state?: NoticeState;
  readonly channel?: string;
  readonly tenant?: string;
  readonly limit?: number;
  /** The cursor that the previous page returned. */
  readonly cursor?: string;
}

/** The notices to remove. */
export interface RemoveNotices {
  /**
   * Only notices that were delivered or parked at least this long ago, and open notices of that age whose channel is
   * not in `channels`.
   */
  readonly olderThanMs: number;
  /** The channels whose open notices remain. */
  readonly channels: readonly string[];
  readonly limit: number;
}

/** The numbers of notices that were not delivered. */
export interface NoticeCounts {
  readonly open: number;
  readonly parked: number;
  /** For how long the oldest open notice has waited, in milliseconds by the store's clock; absent if none is open. */
  readonly oldestOpenMs?: number;
}

/**
 * The queues of notices in a store: one for each channel. Its times are by the store's clock. A change writes notices
 * (`ChangedRecords.notices`). A new notice is open and due at once.
 */
export interface NoticeStore {
  /**
   * Takes open notices of a channel that are due, longest due first. A notice is taken only if no earlier notice of its run
   * and channel is open. It is due again after `forMs`. Two processes never take the same notice.
   */
  take(query: TakeNotices): Promise<readonly TakenNotice[]>;
  /** Saves the outcome of an attempt. Returns false, and changes nothing, unless the holder has taken the open notice. */
  settle(id: string, holder: string, outcome: DeliveryOutcome): Promise<boolean>;
  /** Returns a notice; undefined if it does not exist. */
  find(id: string): Promise<QueuedNotice | undefined>;
  /** Lists notices in the order in which they were written. */
  list(query: NoticeQuery): Promise<Page<QueuedNotice>>;
  /** Opens a parked notice, due now and without failures. Returns false for any other. */
  retry(id: string): Promise<boolean>;
  /** Deletes a parked notice. Returns false for any other. */
  drop(id: string): Promise<boolean>;
  /** Deletes old notices. Returns how many. */
  remove(query: RemoveNotices): Promise<number>;
  counts(): Promise<NoticeCounts>;
}
