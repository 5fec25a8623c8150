import { isRequester } from '../requester/visibility.js';
import { type ApproverRequirement, approverGroupsOf } from '../requirement/approval-requirement.js';
import type { StoredApproval, StoredVote } from '../records/stored-approval.js';
import type { PresentApprover } from '../requester/present-approver.js';
import type { Approver } from '../requester/requester.js';

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

/** How many roles are shown. */
const SHOWN = 20;

/** Returns why a person may not decide an approval, as the end of a sentence, and what to do. Only for a person who may see the approval. */
export const ineligibility = ({ answeredBy, requester, requirement }: StoredApproval, by: PresentApprover): string => {
  const who = JSON.stringify(by.id);
  if (answeredBy === 'requester') return `${who}: only the requester of the call may answer it.`;
  if (by.isGone) return `${who}: the approver directory does not know this person. Ask another approver.`;
  if (requirement.fourEyes && requester.id === by.id) {
    return `${who}: the requirement asks for four eyes, and the requester of the call may not decide it. Ask another approver.`;
  }
  const groups = approverGroupsOf(requirement).map(named);
  return `${who}: the requirement allows ${groups.join(', and ')}. Ask one of these to decide.`;
};

// Roles are words of the application; the ids of people are not shown to others.
const named = ({ roles = [], users }: ApproverRequirement): string => {
  const more = roles.length > SHOWN ? ` and ${roles.length - SHOWN} more` : '';
  const parts = [
    ...(roles.length > 0 ? [`roles ${roles.slice(0, SHOWN).join(', ')}${more}`] : []),
    ...(users ? ['users that it names'] : []),
  ];
  return parts.join(' and ') || 'no one';
};
