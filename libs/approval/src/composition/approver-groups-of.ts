import type { ApprovalRequirement, ApproverRequirement } from '../tool-approval-decision.js';

/** The groups of people of which each has to approve; none where one approval of anybody is enough. */
export const approverGroupsOf = ({ approvers = [] }: ApprovalRequirement): readonly ApproverRequirement[] =>
  isList(approvers) ? approvers : [approvers];

const isList = (
  approvers: ApproverRequirement | readonly ApproverRequirement[],
): approvers is readonly ApproverRequirement[] => Array.isArray(approvers);
