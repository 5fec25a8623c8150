import type { JsonObject } from 'toolgate/model';
import type { ApprovalRequirement } from '../requirement/approval-requirement.js';

/** The decision of one strategy on a call, as JSON. */
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
