import type { JsonObject } from 'toolgate/model';

/** What an approval must look like where a person decides. */
export interface ApprovalRequirement {
  readonly message?: string;
  readonly expiresInMs?: number;
  readonly approvers?: {
    readonly roles?: readonly string[];
    readonly users?: readonly string[];
    readonly quorum?: number;
  };
  readonly fourEyes?: boolean;
  readonly allowEdit?: boolean;
  readonly noStanding?: boolean;
  readonly onTimeout?: 'reject' | 'cancel';
}

/** What a strategy says of one call. */
export type ToolApprovalDecision =
  | { readonly type: 'approve'; readonly reason?: string; readonly metadata?: JsonObject }
  /** Never runs; the model sees the reason. */
  | { readonly type: 'reject'; readonly reason: string; readonly metadata?: JsonObject }
  | {
      readonly type: 'ask';
      readonly requirement?: ApprovalRequirement;
      readonly reason?: string;
      readonly metadata?: JsonObject;
    }
  /** No opinion. */
  | { readonly type: 'abstain' };

const APPROVE: ToolApprovalDecision = Object.freeze({ type: 'approve' });
const ABSTAIN: ToolApprovalDecision = Object.freeze({ type: 'abstain' });

/** Makes decisions: `ToolApprovalDecision.reject('Refunds over 50 need a person.')`. */
export const ToolApprovalDecision = {
  approve: (): ToolApprovalDecision => APPROVE,
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
