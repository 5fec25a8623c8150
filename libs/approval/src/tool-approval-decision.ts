import type { JsonObject } from 'toolgate/model';

/**
 * The approvers of one group: its users, and everyone with one of its roles. If both are absent, everyone may decide.
 */
export interface ApproverRequirement {
  readonly roles?: readonly string[];
  readonly users?: readonly string[];
  /** How many different people of this group must approve. @default 1 */
  readonly quorum?: number;
}

/** Who must approve a call, how many approvers, and until when. */
export interface ApprovalRequirement {
  /** A message for the approver. */
  readonly message?: string;
  readonly expiresInMs?: number;
  /** One group of approvers, or several that must each approve. A vote counts for every group of its approver. */
  readonly approvers?: ApproverRequirement | readonly ApproverRequirement[];
  /** The requester may not decide. @default false */
  readonly fourEyes?: boolean;
  /** An approval may change the arguments. @default false */
  readonly allowEdit?: boolean;
  /** What happens if the approval expires: the call is rejected and the turn continues, or the run is cancelled. */
  readonly onTimeout?: 'reject' | 'cancel';
}

/** What one strategy decided while a call was decided, as JSON. */
export interface ApprovalTraceEntry {
  /** The name of the strategy's class or of its function. */
  readonly strategy: string;
  readonly decision: 'approve' | 'reject' | 'ask' | 'abstain' | 'error';
  readonly reason?: string;
  /** The compositions that contain the strategy, outermost first. Absent if there are none. */
  readonly within?: readonly string[];
}

/**
 * The decision of a strategy on one call. A composition adds the trace: the decision of each part, in the order in
 * which it asked them.
 */
export type ToolApprovalDecision =
  | {
      readonly type: 'approve';
      readonly reason?: string;
      readonly metadata?: JsonObject;
      readonly trace?: readonly ApprovalTraceEntry[];
    }
  /** The call never runs. The model receives the reason. */
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

/** Creates decisions: `ToolApprovalDecision.reject('Refunds over 50 need a person.')`. */
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
