import {
  type Approval,
  approverGroupsOf,
  approvalView,
  type Approver,
  deciderKeys,
  decidersOf,
  type ListedApproval,
  type ListedApprovalView,
} from 'toolgate/approval';
import type { ApprovalBody, ListedApprovalBody, RequirementBody } from '../client/approval-body.js';

/** Returns an approval of a list as the door shows it: without what only the framework needs. */
export const listedApprovalBody = (approval: ListedApproval): ListedApprovalBody =>
  bodyOf(approval, approvalView(approval));

/** Returns an approval as the door shows it to a person. */
export const approvalBody = (approval: Approval, by: Approver): ApprovalBody => {
  const { inputSchema, toolChanged } = approval;
  return {
    ...bodyOf(approval, approvalView(approval)),
    ...(inputSchema && { inputSchema }),
    ...(toolChanged !== undefined && { toolChanged }),
    canDecide: mayDecide(approval, by),
  };
};

const bodyOf = (approval: ListedApproval, shown: ListedApprovalView): ListedApprovalBody => {
  // The requirement states it.
  const { allowEdit: _, ...view } = shown;
  const { conversation, round, index, version, updatedAt, trace, approvalExpiresAt, answeredBy } = approval;
  return {
    ...view,
    round,
    index,
    version,
    updatedAt,
    requirement: requirementBody(approval),
    ...(conversation !== undefined && { conversation }),
    ...(trace && { trace }),
    ...(approvalExpiresAt !== undefined && { approvalExpiresAt }),
    ...(answeredBy && { answeredBy }),
  };
};

const requirementBody = ({ requirement }: ListedApproval): RequirementBody => {
  const { fourEyes = false, allowEdit = false, onTimeout = 'reject' } = requirement;
  return {
    groups: approverGroupsOf(requirement).map(({ roles, users, quorum = 1 }) => ({
      ...(roles && { roles }),
      ...(users && { users }),
      quorum,
    })),
    fourEyes,
    allowEdit,
    onTimeout,
  };
};

// A form shows it; the decision is checked again, with the roles that a directory states.
const mayDecide = (approval: Approval, by: Approver): boolean => {
  if (approval.status !== 'PENDING' || approval.damaged !== undefined) return false;
  const { keys, except } = decidersOf(approval);
  const own = new Set(deciderKeys(by));
  return by.id !== except && keys.some((key) => own.has(key));
};
