import type { StoredApproval, StoredVote } from '../records/stored-approval.js';
import type { PresentRoles } from '../requester/present-approver.js';
import { isInGroup, isMet } from './eligibility.js';

/** The directory of approvers must be asked about these voters before a vote decides. Nothing was changed. */
export class UnaskedVotersException extends Error {
  override readonly name = 'UnaskedVotersException';

  constructor(readonly voters: readonly string[]) {
    super(`The directory of approvers was not asked about ${voters.length} earlier voters. Ask it, and vote again.`);
  }
}

/**
 * Returns the earlier votes that count beside a new one. If the new vote meets the requirement, each earlier voter must
 * still be allowed to decide, and counts with the present roles. Throws `UnaskedVotersException` if these are unknown.
 */
export const votesThatCount = (
  approval: StoredApproval,
  vote: StoredVote,
  present: PresentRoles | undefined,
): readonly StoredVote[] => {
  const others = approval.votes.filter(({ voter }) => voter !== vote.voter);
  if (!present || !isMet(approval, [...others, vote])) return others;
  const unasked = others.filter(({ voter }) => !present.has(voter)).map(({ voter }) => voter);
  if (unasked.length > 0) throw new UnaskedVotersException(unasked);
  return others.flatMap((other) => {
    const roles = present.get(other.voter);
    return roles && isInGroup(approval, { id: other.voter, roles }) ? [{ ...other, roles }] : [];
  });
};
