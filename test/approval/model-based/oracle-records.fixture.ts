import type { ApprovalRequirement, ApprovalStatus, Approver } from 'toolgate/approval';

/** A call of a batch as a test plans it: the decision of the strategy, and the arguments. */
export interface CallPlan {
  /** `asks`: its tool asks the requester. `asks-and-asked`: and then an approver decides. */
  readonly kind: 'asked' | 'asks' | 'asks-and-asked' | 'allowed' | 'answered';
  readonly idempotent: boolean;
  readonly amount: number;
  readonly requirement: ApprovalRequirement;
}

/** Why a decision is refused. */
export class Refused extends Error {}

/** The times of a test, in its own ticks. */
export const TICKS = { expiry: 40, lapse: 13, lease: 10, deadline: 20, backOff: 6, grace: 5 } as const;

/** The person on whose behalf every turn runs, of the tenant of the run. */
export const REQUESTER = 'ann';

/** A question, as the specification describes its record. */
export interface OracleQuestion {
  readonly round: number;
  readonly index: number;
  requirement: ApprovalRequirement;
  expiresAt: number;
  status: ApprovalStatus;
  revision: number;
  args: string;
  /** Whether the tool asks its requester, and whether the answer is missing. */
  readonly isOfTool: boolean;
  waitsForRequester: boolean;
  readonly needsApprover: boolean;
  edits: number;
  answer?: number;
  voters: { readonly id: string; readonly roles: readonly string[] }[];
  lapsesAt?: number;
  /** The definitions of its tool that were replaced. */
  readonly replaced: number[];
  notes: number;
  readonly commands: Map<string, string>;
}

/** A call of the current batch of a run. */
export interface OracleCall {
  readonly idempotent: boolean;
  readonly question?: OracleQuestion;
  args: string;
  /** The definition of its tool, as a number. */
  definition: number;
  answer?: number;
  state: 'ready' | 'started' | 'done' | 'unknown' | 'waiting';
  /** The run inside it that it waits for, and whether that run has received a cancellation. */
  inner?: string;
  isInnerCanceled?: boolean;
  starts: number;
  token?: string;
  result?: string;
}

/** The decision of a person. */
export interface OracleDecision {
  readonly by: Approver & { readonly isGone?: boolean };
  /** The roles that people have now; absent without a directory, if the roles count that each person passes. */
  readonly present?: ReadonlyMap<string, readonly string[] | undefined>;
  readonly id: string;
  /** The whole command as text. */
  readonly text: string;
  readonly kind: 'approve' | 'reject' | 'respond';
  readonly revision: number;
  readonly args: string;
  readonly edited?: OracleEdit;
  /** The requester's answer, and whether it was checked on the question. */
  readonly answer?: { readonly amount: number; readonly isChecked: boolean };
}

/** Edited arguments: the revision on which they were checked, and the question about them. */
export interface OracleEdit {
  readonly args: string;
  readonly revision: number;
  readonly asks?: ApprovalRequirement;
}

/** The start of a call: what its body will receive. */
export interface OracleStart {
  readonly args: string;
  readonly answer?: number;
  readonly token: string;
}

/** A worker's claim. */
export interface OracleClaim {
  readonly worker: string;
  readonly fence: number;
  /** The definition of the tool in its process; absent if no other process uses the store. */
  readonly tool?: number;
}
