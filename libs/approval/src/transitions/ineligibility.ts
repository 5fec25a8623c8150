import { approverGroupsOf } from '../requirement/approver-groups.js';
import type { PresentApprover } from '../requester/present-approver.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { ApproverRequirement } from '../requirement/approval-requirement.js';

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
