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
export const mayDecide = (
  requirement: ApprovalRequirement,
  by: Approver & { readonly isGone?: boolean },
  requester: string,
): boolean => {
  if (by.isGone) return false;
  if (requirement.fourEyes && by.id === requester) return false;
  const groups = groupsOf(requirement);
  return groups.length === 0 || groups.some((group) => isIn(group, by));
};

interface Voter {
  readonly id: string;
  readonly roles: readonly string[];
}

/** The voters who still may decide, with the roles that they have now. */
export const votersLeft = (
  { approvers }: ApprovalRequirement,
  voters: readonly Voter[],
  present: ReadonlyMap<string, readonly string[] | undefined>,
): readonly Voter[] => {
  const groups = groupsOf({ approvers });
  return voters.flatMap(({ id }) => {
    const roles = present.get(id);
    if (roles === undefined) return [];
    return groups.length === 0 || groups.some((group) => isIn(group, { id, roles })) ? [{ id, roles }] : [];
  });
};

interface Voted {
  readonly requirement: ApprovalRequirement;
  readonly voters: readonly Voter[];
}

/** Whether a question has all the votes that it needs. */
export const isEnough = ({ requirement, voters }: Voted): boolean =>
  groupsOf(requirement).every((group) => voters.filter((voter) => isIn(group, voter)).length >= (group.quorum ?? 1));
