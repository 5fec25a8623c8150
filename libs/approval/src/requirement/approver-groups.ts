import type { ApprovalRequirement, ApproverRequirement } from './approval-requirement.js';

/** Returns the groups that must each approve; empty if one approval by anyone is enough. */
export const approverGroupsOf = ({ approvers = [] }: ApprovalRequirement): readonly ApproverRequirement[] =>
  isList(approvers) ? approvers : [approvers];

const isList = (
  approvers: ApproverRequirement | readonly ApproverRequirement[],
): approvers is readonly ApproverRequirement[] => Array.isArray(approvers);
