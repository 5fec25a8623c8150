import { tenantSeenBy } from '../requester/tenant-seen-by.js';
import { approverGroupsOf } from '../requirement/approver-groups.js';
import type { StoredApproval, StoredVote } from '../records/stored-approval.js';
import type { Approver } from '../requester/requester.js';
import type { ApproverRequirement } from '../requirement/approval-requirement.js';

/** Whether a person may decide an approval under its present requirement. */
export const isEligible = (approval: StoredApproval, by: Approver): boolean => {
  const { requester, requirement, answeredBy, tenant } = approval;
  // Two tenants may have people with the same id, and a viewer of every tenant belongs to none.
  if (answeredBy === 'requester') return requester.id === by.id && tenantSeenBy(by) === tenant;
  if (requirement.fourEyes && requester.id === by.id) return false;
  const groups = approverGroupsOf(requirement);
  return groups.length === 0 || groups.some((group) => isOf(group, by));
};

/** Whether votes meet the present requirement of an approval. */
export const isMet = ({ requirement }: StoredApproval, votes: readonly StoredVote[]): boolean => {
  const groups = approverGroupsOf(requirement);
  return groups.every(({ quorum = 1, ...group }) => {
    const counted = votes.filter(({ voter, roles }) => isOf(group, { id: voter, roles }));
    return counted.length >= quorum;
  });
};

const isOf = ({ users, roles }: ApproverRequirement, { id, roles: has }: Pick<Approver, 'id' | 'roles'>): boolean => {
  if (!users && !roles) return true;
  // A stored vote may contain any value, and `includes` on a string matches parts of words.
  const isOneOf = (role: string): boolean => Array.isArray(has) && has.includes(role);
  return users?.includes(id) === true || roles?.some(isOneOf) === true;
};
