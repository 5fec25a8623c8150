import { isRequester } from '../requester/is-requester.js';
import { approverGroupsOf } from '../requirement/approver-groups.js';
import type { StoredApproval, StoredVote } from '../records/stored-approval.js';
import type { PresentApprover } from '../requester/present-approver.js';
import type { Approver } from '../requester/requester.js';
import type { ApproverRequirement } from '../requirement/approval-requirement.js';

/** Whether a person may decide an approval under its present requirement. */
export const isEligible = (approval: StoredApproval, by: PresentApprover): boolean => {
  const { requester, requirement, answeredBy } = approval;
  if (answeredBy === 'requester') return isRequester(approval, by);
  if (by.isGone) return false;
  if (requirement.fourEyes && requester.id === by.id) return false;
  return isInGroup(approval, by);
};

/** Whether a person belongs to a group of an approval's requirement. */
export const isInGroup = ({ requirement }: StoredApproval, by: Pick<Approver, 'id' | 'roles'>): boolean => {
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
