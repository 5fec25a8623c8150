import type { ApprovalBody, ApproverGroupBody, PrincipalBody, VoteBody } from 'toolgate/http/client';

type Voted = Pick<ApprovalBody, 'requirement' | 'votes'>;

type Voter = Pick<PrincipalBody, 'id' | 'roles'>;

/** The rule of the server: a group without roles and users has every approver as a member. */
export const isMember = ({ users, roles }: Omit<ApproverGroupBody, 'quorum'>, voter: Voter): boolean =>
  (!users && !roles) || !!users?.includes(voter.id) || !!roles?.some((role) => voter.roles.includes(role));

export const voterOf = ({ voter, roles = [] }: VoteBody): Voter => ({ id: voter, roles });

/** How many approvals a requirement needs, and how many are missing. One person's approval may count for two groups. */
export const votesOf = ({ requirement, votes }: Voted, more: readonly Voter[] = []) => {
  const groups = requirement.groups.length > 0 ? requirement.groups : [{ quorum: 1 }];
  const voters = [...votes.map(voterOf), ...more];
  const needed = groups.reduce((sum, { quorum }) => sum + quorum, 0);
  const missing = groups.reduce(
    (sum, group) => sum + Math.max(0, group.quorum - voters.filter((voter) => isMember(group, voter)).length),
    0,
  );
  return { needed, missing, given: needed - missing };
};

/** What the approval of a person would change: which one of how many it is, and how many are missing after it. */
export const nextVote = (approval: Voted, me: Voter) => {
  const { needed, given, missing } = votesOf(approval, [me]);
  return { count: given, needed, missing };
};
