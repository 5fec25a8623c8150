import { isList } from '#core';

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
  /** Whether the requester is excluded from deciding. @default false */
  readonly fourEyes?: boolean;
  /** Whether an approver may edit the arguments. @default false */
  readonly allowEdit?: boolean;
  /** What happens if the approval expires: the call is rejected and the turn continues, or the run is canceled. */
  readonly onTimeout?: 'reject' | 'cancel';
}

/** Returns the groups that must each approve; empty if one approval by anyone is enough. */
export const approverGroupsOf = ({ approvers = [] }: ApprovalRequirement): readonly ApproverRequirement[] =>
  isList(approvers) ? approvers : [approvers];
