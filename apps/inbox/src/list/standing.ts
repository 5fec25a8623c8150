import type { ListedApprovalBody, PrincipalBody } from 'toolgate/http/client';
import { isMember, votesOf } from '../present/quorum.js';

/** How many approvals a call has and needs; nothing if one is enough. */
export const severalVotes = (approval: ListedApprovalBody) => {
  const votes = votesOf(approval);
  return votes.needed < 2 ? undefined : votes;
};

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
  return groups.length === 0 || groups.some((group) => isMember(group, me));
};

/** Whether the tool of an approval states that its effect may be permanent. */
export const isPermanent = ({ hints }: ListedApprovalBody): boolean => hints?.destructive === true;
