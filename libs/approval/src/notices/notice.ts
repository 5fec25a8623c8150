import type { JsonObject } from 'toolgate/model';
import type { ApprovalStatus } from '../records/stored-approval.js';

/** Every kind of notice. */
export const NOTICE_KINDS = ['asked', 'decided', 'expired', 'unknown', 'parked'] as const;

/**
 * What a notice reports. `asked`: an approval waits for a decision. `decided`: it was decided or canceled. `expired`: it
 * was not decided or not used in time. `unknown`: a call was started, and its outcome is unknown. `parked`: no worker
 * resumes the run until a person retries or cancels it.
 */
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Reports a change of an approval or a run. Plain JSON without any argument value, unless a channel shows details. */
export interface ApprovalNotice {
  /** The same in each delivery of this notice to its channel. */
  readonly id: string;
  readonly kind: NoticeKind;
  /** When it happened, in ISO 8601 by the store's clock. */
  readonly at: string;
  readonly tenant: string;
  readonly runId: string;
  /** Absent if the notice is about a run, or about a call that no person decided. */
  readonly approvalId?: string;
  readonly toolName?: string;
  /** The description of the tool. */
  readonly description?: string;
  /** The status that the approval received. It may have changed since. */
  readonly status?: ApprovalStatus;
  readonly revision?: number;
  /** When the approval expires, in ISO 8601. */
  readonly expiresAt?: string;
  /** Present if the requester must answer, and no approver decides yet. */
  readonly answeredBy?: 'requester';
  /** The page of the inbox that shows the record; absent without `approval.notices.inboxUrl`. */
  readonly link?: string;
  /** Present for a channel with `showsDetails`, unless the record was deleted or its content was removed. */
  readonly details?: NoticeDetails;
}

/** The details of an approval that a notice may contain: values of the call, and people. */
export interface NoticeDetails {
  readonly requester: string;
  /** The arguments of the revision that the notice reports; absent if another one has replaced it. */
  readonly arguments?: JsonObject;
  readonly message?: string;
  readonly reason?: string;
  readonly decidedBy?: string;
  readonly decisionReason?: string;
}
