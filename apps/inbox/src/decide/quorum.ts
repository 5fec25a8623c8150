import type { ApprovalBody, ApproverGroupBody, PrincipalBody } from 'toolgate/http/client';

type Voted = Pick<ApprovalBody, 'requirement' | 'votes'>;

interface Voter {
  readonly id: string;
  readonly roles: readonly string[];
}

const isIn = ({ users, roles }: ApproverGroupBody, voter: Voter): boolean =>
  (!users && !roles) || !!users?.includes(voter.id) || !!roles?.some((role) => voter.roles.includes(role));

/** How many approvals a requirement needs, and how many are missing. One person's approval may count for two groups. */
export const votesOf = ({ requirement, votes }: Voted, more: readonly Voter[] = []) => {
  const groups = requirement.groups.length > 0 ? requirement.groups : [{ quorum: 1 }];
  const voters = [...votes.map(({ voter, roles = [] }) => ({ id: voter, roles })), ...more];
  const needed = groups.reduce((sum, { quorum }) => sum + quorum, 0);
  const missing = groups.reduce(
    (sum, group) => sum + Math.max(0, group.quorum - voters.filter((voter) => isIn(group, voter)).length),
    0,
  );
  return { needed, missing, given: needed - missing };
};

/** What the approval of a person would change: which one of how many it is, and how many are missing after it. */
export const nextVote = (approval: Voted, me: Pick<PrincipalBody, 'id' | 'roles'>) => {
  const { needed, given, missing } = votesOf(approval, [me]);
  return { count: given, needed, missing };
};
