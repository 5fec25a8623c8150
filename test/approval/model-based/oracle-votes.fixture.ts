import type { ApprovalRequirement, Approver } from 'toolgate/approval';

const groupsOf = ({ approvers }: ApprovalRequirement) => (approvers === undefined ? [] : [approvers].flat());

type Group = ReturnType<typeof groupsOf>[number];

const isIn = (
  { users, roles }: Group,
  person: { readonly id: string; readonly roles?: readonly string[] },
): boolean => {
  if (users === undefined && roles === undefined) return true;
  return (users ?? []).includes(person.id) || (person.roles ?? []).some((role) => (roles ?? []).includes(role));
};

/** Whether a requirement lets a person decide. */
export const mayDecide = (requirement: ApprovalRequirement, by: Approver, requester: string): boolean => {
  if (requirement.fourEyes && by.id === requester) return false;
  const groups = groupsOf(requirement);
  return groups.length === 0 || groups.some((group) => isIn(group, by));
};

interface Voted {
  readonly requirement: ApprovalRequirement;
  readonly voters: readonly { readonly id: string; readonly roles: readonly string[] }[];
}

/** Whether a question has all the votes that it needs. */
export const isEnough = ({ requirement, voters }: Voted): boolean =>
  groupsOf(requirement).every((group) => voters.filter((voter) => isIn(group, voter)).length >= (group.quorum ?? 1));
