import { defined } from '#core';
import { approverGroupsOf } from '#approval';
import {
  type Approval,
  approvalView,
  type Eligibility,
  type ListedApproval,
  type ListedApprovalView,
} from 'toolgate/approval';
import type { ApprovalBody, ListedApprovalBody, RequirementBody } from '../client/approval-body.js';

/** Returns an approval of a list as the door shows it: without the fields that only the framework needs. */
export const listedApprovalBody = (approval: ListedApproval): ListedApprovalBody =>
  bodyOf(approval, approvalView(approval));

/**
 * Returns an approval as the door shows it to a person. Without an eligibility, it has `canDecide` only if it is no longer
 * pending.
 */
export const approvalBody = (approval: Approval, eligibility?: Eligibility): ApprovalBody => {
  const { inputSchema, answerSchema, answer, toolChanged, presentTool, status } = approval;
  const { canDecide, eligible = [] }: Partial<Eligibility> =
    status === 'PENDING' ? { ...eligibility } : { canDecide: false };
  return {
    ...bodyOf(approval, approvalView(approval)),
    ...defined({ inputSchema, answerSchema, answer, toolChanged, presentTool, canDecide }),
    ...(eligible.length > 0 && { eligible }),
  };
};

const bodyOf = (approval: ListedApproval, shown: ListedApprovalView): ListedApprovalBody => {
  // The requirement has it.
  const { allowEdit: _, ...view } = shown;
  const { conversation, round, index, version, updatedAt, trace, approvalExpiresAt, answeredBy, hints } = approval;
  const { application } = approval;
  return {
    ...view,
    round,
    index,
    version,
    updatedAt,
    requirement: requirementBody(approval),
    ...defined({ conversation, application, hints, trace, approvalExpiresAt, answeredBy }),
  };
};

const requirementBody = ({ requirement }: ListedApproval): RequirementBody => {
  const { fourEyes = false, allowEdit = false, onTimeout = 'reject' } = requirement;
  return {
    groups: approverGroupsOf(requirement).map(({ roles, users, quorum = 1 }) => ({
      ...defined({ roles, users }),
      quorum,
    })),
    fourEyes,
    allowEdit,
    onTimeout,
  };
};
