import type { JsonObject } from 'toolgate/model';

/** Who may approve: one of the users, or whoever has one of the roles; everybody where neither is said. */
export interface ApproverRequirement {
  readonly roles?: readonly string[];
  readonly users?: readonly string[];
  /** How many different people of these have to approve. @default 1 */
  readonly quorum?: number;
}

/** What an approval must look like where a person decides. */
export interface ApprovalRequirement {
  /** Is shown to whoever decides. */
  readonly message?: string;
  readonly expiresInMs?: number;
  /** One group, or several of which each has to approve; one vote counts for every group that its voter is of. */
  readonly approvers?: ApproverRequirement | readonly ApproverRequirement[];
  /** Whoever asked for the call does not decide. @default false */
  readonly fourEyes?: boolean;
  /** An approval may change the arguments. @default false */
  readonly allowEdit?: boolean;
  /** What happens where nobody decides in time: the call is rejected and the turn goes on, or the run is cancelled. */
  readonly onTimeout?: 'reject' | 'cancel';
}

/** What one strategy said on the way to a decision, as JSON. */
export interface ApprovalTraceEntry {
  /** The name of its class, or of the function that makes it. */
  readonly strategy: string;
  readonly decision: 'approve' | 'reject' | 'ask' | 'abstain' | 'error';
  readonly reason?: string;
  /** The compositions it was asked in, the outermost first. Absent where there are none. */
  readonly within?: readonly string[];
}

/** What a strategy says of one call. A composition adds the trace: what each of its parts said, in the order it asked them. */
export type ToolApprovalDecision =
  | {
      readonly type: 'approve';
      readonly reason?: string;
      readonly metadata?: JsonObject;
      readonly trace?: readonly ApprovalTraceEntry[];
    }
  /** Never runs; the model sees the reason. */
  | {
      readonly type: 'reject';
      readonly reason: string;
      readonly metadata?: JsonObject;
      readonly trace?: readonly ApprovalTraceEntry[];
    }
  | {
      readonly type: 'ask';
      readonly requirement?: ApprovalRequirement;
      readonly reason?: string;
      readonly metadata?: JsonObject;
      readonly trace?: readonly ApprovalTraceEntry[];
    }
  /** No opinion. */
  | { readonly type: 'abstain'; readonly trace?: readonly ApprovalTraceEntry[] };

const APPROVE: ToolApprovalDecision = Object.freeze({ type: 'approve' });
const ABSTAIN: ToolApprovalDecision = Object.freeze({ type: 'abstain' });

/** Why a call is approved, for auditors. */
interface Approved {
  readonly reason?: string;
  readonly metadata?: JsonObject;
}

/** Makes decisions: `ToolApprovalDecision.reject('Refunds over 50 need a person.')`. */
export const ToolApprovalDecision = {
  approve: ({ reason, metadata }: Approved = {}): ToolApprovalDecision =>
    reason === undefined && !metadata
      ? APPROVE
      : { type: 'approve', ...(reason !== undefined && { reason }), ...(metadata && { metadata }) },
  reject: (reason: string, metadata?: JsonObject): ToolApprovalDecision => ({
    type: 'reject',
    reason,
    ...(metadata && { metadata }),
  }),
  ask: (requirement?: ApprovalRequirement): ToolApprovalDecision => ({
    type: 'ask',
    ...(requirement && { requirement }),
  }),
  abstain: (): ToolApprovalDecision => ABSTAIN,
};
