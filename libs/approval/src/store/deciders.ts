import type { StoredApproval } from '../records/stored-approval.js';
import type { Approver } from '../requester/requester.js';
import { tenantSeenBy } from '../requester/visibility.js';
import { type ApproverRequirement, approverGroupsOf } from '../requirement/approval-requirement.js';

/** The people who may decide an approval, as words that a store can index. */
export interface Deciders {
  /** A person may decide if one of these is among the person's `deciderKeys`. */
  readonly keys: readonly string[];
  /** The id of the only person who may not; absent without four eyes. */
  readonly except?: string;
}

const ANYONE = 'any';
const userKey = (id: string): string => `user:${id}`;
const roleKey = (role: string): string => `role:${role}`;
// Only the requester answers the call of a client tool, and `ANY_TENANT` is not the requester's tenant.
const answerKey = (id: string): string => `answer:${id}`;

/** Returns the people who may decide an approval while it is pending. It agrees with the check of a decision. */
export const decidersOf = ({
  answeredBy,
  requester,
  requirement,
}: Pick<StoredApproval, 'answeredBy' | 'requester' | 'requirement'>): Deciders => {
  if (answeredBy === 'requester') return { keys: [answerKey(requester.id)] };
  const groups = approverGroupsOf(requirement);
  const keys = groups.length === 0 ? [ANYONE] : groups.flatMap(keysOfGroup);
  return { keys: [...new Set(keys)], ...(requirement.fourEyes && { except: requester.id }) };
};

const keysOfGroup = ({ users, roles }: ApproverRequirement): readonly string[] =>
  users || roles ? [...(users ?? []).map(userKey), ...(roles ?? []).map(roleKey)] : [ANYONE];

/**
 * Returns the words under which a store indexes the approvals that a person may decide. They apply in the person's
 * tenant; with `ANY_TENANT`, in every tenant.
 */
export const deciderKeys = (by: Approver): readonly string[] => [
  ANYONE,
  userKey(by.id),
  ...new Set((by.roles ?? []).map(roleKey)),
  ...(tenantSeenBy(by) === undefined ? [] : [answerKey(by.id)]),
];
