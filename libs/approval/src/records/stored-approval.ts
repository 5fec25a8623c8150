import type { JsonObject, JsonValue, RequesterQuestion } from 'toolgate/model';
import type { ToolHints } from 'toolgate/tool';
import type { ApprovalRequirement } from '../requirement/approval-requirement.js';
import type { ApprovalTraceEntry } from '../strategy/tool-approval-decision.js';
import type { TenantRequester } from '../requester/requester.js';

/**
 * The status of an approval. `PENDING` ends with a decision, an expiry, a cancellation or a revocation; `EXECUTING`
 * lasts while the tool's body runs.
 */
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

/** One person's approval of one revision, as a store saves it. */
export interface StoredVote {
  readonly voter: string;
  readonly roles?: readonly string[];
  /** Why this person approved, in the person's own words. */
  readonly reason?: string;
  /** Milliseconds since 1970, by the store's clock, like all times of a record. */
  readonly at: number;
}

/** The arguments before a person edited them, as a store saves them. */
export interface StoredEdit {
  readonly editor: string;
  readonly at: number;
  readonly before: JsonObject;
  /** The requirement before the edit; absent if the edit did not change it. */
  readonly requirement?: ApprovalRequirement;
}

/** A definition of the tool that another one replaced after approval was requested. Approval was then requested again. */
export interface StoredToolChange {
  readonly at: number;
  /** The revision of the approval before the change. */
  readonly revision: number;
  /**
   * The hash of the replaced definition. A process that still has it does not request approval again, and leaves the
   * run to others.
   */
  readonly definitionHash: string;
  readonly description?: string;
  /** What differs between the definitions. */
  readonly changed: readonly ToolPart[];
}

/** A part of a tool's definition. `other`: a part that an approver does not see, or an unknown one. */
export type ToolPart = 'description' | 'inputSchema' | 'other';

/** A decision that was carried out. The same decision with the same id changes nothing. */
export interface ApprovalCommand {
  readonly id: string;
  readonly hash: string;
}

/** One call that waits, or waited, for a person, as a store saves it. Plain JSON; its id authorizes nothing. */
export interface StoredApproval {
  /** The version of this shape. */
  readonly schema: 1;
  readonly id: string;
  readonly run: string;
  /** The run with the call in which the turn of `run` was started; absent if it was started outside of a call. */
  readonly outerRun?: string;
  readonly tenant: string;
  readonly conversation?: string;
  readonly round: number;
  /** The index of the call in its batch, from 0. */
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
  /** Whether another system runs the call, after a claim. This application then has no tool for it. */
  readonly external?: true;
  /** The application that requested an external call; absent if this one did. */
  readonly application?: string;
  readonly description?: string;
  /** The effects of the tool at the time of the request, as it stated them. */
  readonly hints?: ToolHints;
  /** The hash of the tool's definition at the time of the request. */
  readonly definitionHash: string;
  /** The arguments that the tool will receive: validated, and stripped of unknown properties. */
  readonly arguments: JsonObject;
  /** SHA-256 of the arguments in canonical form. */
  readonly argsHash: string;
  /** 1, plus one for each edit, each change of the tool, and one when an answer goes to an approver. */
  readonly revision: number;
  readonly edits: readonly StoredEdit[];
  /** The definitions of the tool that were replaced, oldest first; absent if there are none. */
  readonly toolChanges?: readonly StoredToolChange[];
  readonly requester: TenantRequester;
  readonly requirement: ApprovalRequirement;
  /** Why approval is required, and the trace of the strategies that decided so. */
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
  /** When an approved call lapses unless it has started. */
  readonly approvalExpiresAt?: number;
  /** The id of the person who decided or canceled it; absent if no person did. */
  readonly decidedBy?: string;
  /** Why it was decided, canceled or revoked; absent without a reason. */
  readonly decisionReason?: string;
  /**
   * Present while the requester must answer a client tool or the question of a tool. No approver decides the approval
   * then.
   */
  readonly answeredBy?: 'requester';
  /** What the tool asks its requester before the call runs. */
  readonly question?: RequesterQuestion;
  /** The requester's answer to the question, and SHA-256 of it in canonical form. */
  readonly answer?: JsonValue;
  readonly answerHash?: string;
  /** The result that a person gave in place of the tool's. */
  readonly response?: JsonValue;
  /** Rejections that came too late to count. */
  readonly notes: readonly StoredNote[];
  /** When its arguments, answers and results were removed, so that only their hashes remain; absent if they are stored. */
  readonly contentRemovedAt?: number;
  readonly idempotencyKey: string;
  /** The W3C trace context in which approval was requested. */
  readonly traceParent?: string;
  /**
   * Why it cannot be decided, if its arguments or its answer do not match their hash. Determined when the record is read, never
   * stored.
   */
  readonly damaged?: string;
}

/** A person's reason for a decision that came too late, as a store saves it. */
export interface StoredNote {
  readonly by: string;
  readonly at: number;
  readonly text: string;
}

/** The allowed next statuses of each status. No other change is ever written. */
export const NEXT: Readonly<Record<ApprovalStatus, readonly ApprovalStatus[]>> = {
  PENDING: ['APPROVED', 'REJECTED', 'RESPONDED', 'EXPIRED', 'CANCELLED', 'REVOKED'],
  APPROVED: ['EXECUTING', 'LAPSED', 'CANCELLED', 'REVOKED', 'PENDING'],
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

/** Whether a status never changes again. */
export const isFinal = (status: ApprovalStatus): boolean => NEXT[status].length === 0;

/** Whether the call of an approval with a status may still start, with the stored arguments. */
export const mayStart = (status: ApprovalStatus): boolean =>
  status === 'PENDING' || status === 'APPROVED' || status === 'EXECUTING';

/** Every status of an approval. */
export const APPROVAL_STATUSES = Object.keys(NEXT) as readonly ApprovalStatus[];

/** Returns an approval as it is shown at a time: a pending approval that has expired is `EXPIRED`. */
export const showExpiry = (approval: StoredApproval, now: number): StoredApproval =>
  approval.status === 'PENDING' && approval.expiresAt <= now ? { ...approval, status: 'EXPIRED' } : approval;
