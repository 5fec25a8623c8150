import type { ApprovalStatus } from '../records/stored-approval.js';
import type { NoticeKind } from './notice.js';

/** A notice for one channel as a store saves it. It contains no argument value, and never changes. */
export interface StoredNotice {
  /** The version of this shape. */
  readonly schema: 1;
  /** Random; unique among the notices of all channels. */
  readonly id: string;
  /** The name of the channel that delivers it. */
  readonly channel: string;
  readonly kind: NoticeKind;
  readonly run: string;
  readonly tenant: string;
  /** Milliseconds since 1970, by the store's clock. */
  readonly at: number;
  readonly approval?: string;
  readonly tool?: string;
  readonly description?: string;
  readonly status?: ApprovalStatus;
  readonly revision?: number;
  readonly expiresAt?: number;
  readonly answeredBy?: 'requester';
}

/** Whether a notice is to be delivered, was delivered, or is left alone until a person retries or drops it. */
export type NoticeState = 'open' | 'delivered' | 'parked';

/** A notice in its queue, with the state of its delivery. Its times are milliseconds since 1970. */
export interface QueuedNotice {
  readonly notice: StoredNotice;
  readonly state: NoticeState;
  /** The number of failed attempts to deliver it. */
  readonly failures: number;
  /** When the first attempt began; absent before. */
  readonly firstAt?: number;
  /** When it was delivered or parked. */
  readonly settledAt?: number;
  /** The error of the last failed attempt. */
  readonly error?: string;
}
