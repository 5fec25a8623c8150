import { type Approval, approverGroupsOf, approvalView } from 'toolgate/approval';
import type { ApprovalBody, RequirementBody } from '../client/approval-body.js';

/** Returns an approval as the door shows it: without what only the framework needs. */
export const approvalBody = (approval: Approval): ApprovalBody => {
  const { allowEdit: _, ...view } = approvalView(approval);
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

const requirementBody = ({ requirement }: Approval): RequirementBody => {
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
