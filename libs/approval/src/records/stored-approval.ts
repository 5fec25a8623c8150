import type { JsonObject, JsonValue } from 'toolgate/model';
import type { ApprovalRequirement, ApprovalTraceEntry } from '../tool-approval-decision.js';
import type { TenantRequester } from './requester.js';

/** Where an approval stands. From `PENDING` a person's decision, the time or a cancellation leads on; `EXECUTING` is the tool's body. */
export type ApprovalStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'RESPONDED'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'LAPSED'
  | 'REVOKED'
  | 'EXECUTING'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'OUTCOME_UNKNOWN'
  | 'ABANDONED';

/** One person's yes to one revision. */
export interface StoredVote {
  readonly voter: string;
  readonly roles?: readonly string[];
  /** Why this person approved, in the person's own words. */
  readonly reason?: string;
  /** Milliseconds since 1970, by the store's clock; so are all times of a record. */
  readonly at: number;
}

/** What the arguments were before somebody changed them. */
export interface StoredEdit {
  readonly editor: string;
  readonly at: number;
  readonly before: JsonObject;
  /** What was required before; absent if the change left it as it was. */
  readonly requirement?: ApprovalRequirement;
}

/** A command that was carried out: given again, it changes nothing. */
export interface ApprovalCommand {
  readonly id: string;
  readonly hash: string;
}

/** One call that waits, or waited, for a person. Plain JSON; its id authorises nothing. */
export interface StoredApproval {
  /** The version of this shape. */
  readonly schema: 1;
  readonly id: string;
  readonly run: string;
  readonly tenant: string;
  readonly conversation?: string;
  readonly round: number;
  /** The call's place in its batch, from 0. */
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
  readonly description?: string;
  /** Names the tool's definition when it was asked for. */
  readonly definitionHash: string;
  /** What the tool will get: checked and stripped. */
  readonly arguments: JsonObject;
  /** SHA-256 of the arguments in canonical form. */
  readonly argsHash: string;
  /** 1, and one more with each edit. */
  readonly revision: number;
  readonly edits: readonly StoredEdit[];
  readonly requester: TenantRequester;
  readonly requirement: ApprovalRequirement;
  /** Why a person is asked, and which strategies said so. */
  readonly reason?: string;
  readonly metadata?: JsonObject;
  readonly trace?: readonly ApprovalTraceEntry[];
  readonly votes: readonly StoredVote[];
  readonly commands: readonly ApprovalCommand[];
  readonly status: ApprovalStatus;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number;
  /** When an approval that was given lapses, unless its call has started. */
  readonly approvalExpiresAt?: number;
  /** Who ended it, where a person did, and why. */
  readonly decidedBy?: string;
  readonly decisionReason?: string;
  /** Present for the call of a client tool: its requester answers it, and nobody approves it. */
  readonly answeredBy?: 'requester';
  /** What a person answered in the tool's place. */
  readonly response?: JsonValue;
  /** Rejections that came too late to count. */
  readonly notes: readonly StoredNote[];
  readonly idempotencyKey: string;
  /** The trace in which it was asked, as W3C writes it. */
  readonly traceParent?: string;
  /** Why it cannot be decided, if its arguments do not have their hash. Found when it is read, never stored. */
  readonly damaged?: string;
}

/** What somebody said of an approval that was decided already. */
export interface StoredNote {
  readonly by: string;
  readonly at: number;
  readonly text: string;
}

/** From each status, those it may change to; nothing else is ever written. */
export const NEXT: Readonly<Record<ApprovalStatus, readonly ApprovalStatus[]>> = {
  PENDING: ['APPROVED', 'REJECTED', 'RESPONDED', 'EXPIRED', 'CANCELLED'],
  APPROVED: ['EXECUTING', 'LAPSED', 'CANCELLED', 'REVOKED'],
  EXECUTING: ['SUCCEEDED', 'FAILED', 'OUTCOME_UNKNOWN'],
  OUTCOME_UNKNOWN: ['SUCCEEDED', 'FAILED', 'ABANDONED'],
  REJECTED: [],
  RESPONDED: [],
  EXPIRED: [],
  CANCELLED: [],
  LAPSED: [],
  REVOKED: [],
  SUCCEEDED: [],
  FAILED: [],
  ABANDONED: [],
};
