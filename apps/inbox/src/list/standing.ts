import type { ListedApprovalBody, PrincipalBody, VoteBody } from 'toolgate/http/client';

/** How many approvals a call has and needs; nothing if one is enough. */
export const votesOf = ({ requirement, votes }: ListedApprovalBody): { given: number; needed: number } | undefined => {
  const { groups } = requirement;
  const needed = groups.reduce((sum, { quorum }) => sum + quorum, 0);
  if (needed < 2) return undefined;
  const given = groups.reduce(
    (sum, group) => sum + Math.min(group.quorum, votes.filter((vote) => isOf(group, vote)).length),
    0,
  );
  return { given, needed };
};

type Group = ListedApprovalBody['requirement']['groups'][number];

/** The rule of the server: a group without roles and users has every approver as a member. */
const isOf = ({ roles, users }: Group, { voter, roles: has = [] }: Pick<VoteBody, 'voter' | 'roles'>): boolean =>
  (!roles && !users) || users?.includes(voter) === true || roles?.some((role) => has.includes(role)) === true;

export const hasVoted = ({ votes }: ListedApprovalBody, me: string | undefined): boolean =>
  votes.some(({ voter }) => voter === me);

/** Whether a decision on several approvals may include it. A call that its requester answers takes an answer alone. */
export const mayDecideInBulk = (approval: ListedApprovalBody, me: Pick<PrincipalBody, 'id' | 'roles'>): boolean =>
  approval.answeredBy === undefined && mayDecide(approval, me);

/**
 * Whether the person may decide, as far as the page knows: the server also asks the directory of the application, and
 * has the last word.
 */
export const mayDecide = (approval: ListedApprovalBody, me: Pick<PrincipalBody, 'id' | 'roles'>): boolean => {
  const { status, damaged, answeredBy, requester, requirement } = approval;
  if (status !== 'PENDING' || damaged !== undefined) return false;
  if (answeredBy === 'requester') return requester === me.id;
  if (requirement.fourEyes && requester === me.id) return false;
  const { groups } = requirement;
  return groups.length === 0 || groups.some((group) => isOf(group, { voter: me.id, roles: me.roles }));
};
