import type { ApprovalRequirement, ApprovalStatus, Approver } from 'toolgate/approval';

/** A question, as the specification describes its record. */
export interface OracleQuestion {
  readonly round: number;
  readonly index: number;
  requirement: ApprovalRequirement;
  expiresAt: number;
  status: ApprovalStatus;
  revision: number;
  args: string;
  voters: { readonly id: string; readonly roles: readonly string[] }[];
  lapsesAt?: number;
  notes: number;
  readonly commands: Map<string, string>;
}

/** A call of the current batch of a run. */
export interface OracleCall {
  readonly idempotent: boolean;
  readonly question?: OracleQuestion;
  args: string;
  state: 'ready' | 'started' | 'done' | 'unknown';
  starts: number;
  token?: string;
  result?: string;
}

/** The decision of a person. */
export interface OracleDecision {
  readonly by: Approver & { readonly isGone?: boolean };
  /** The roles that people have now; absent if nothing but what was passed is known. */
  readonly present?: ReadonlyMap<string, readonly string[] | undefined>;
  readonly id: string;
  /** The whole command as text. */
  readonly text: string;
  readonly kind: 'approve' | 'reject' | 'respond';
  readonly revision: number;
  readonly args: string;
  readonly edited?: OracleEdit;
}

/** Edited arguments: the revision on which they were checked, and the question about them. */
export interface OracleEdit {
  readonly args: string;
  readonly revision: number;
  readonly asks?: ApprovalRequirement;
}

/** A worker's claim. */
export interface OracleClaim {
  readonly worker: string;
  readonly fence: number;
}
