import { ApprovalDecisionException } from '../errors/approval.errors.js';
import type { StoredApproval } from '../records/stored-approval.js';
import { isVisible } from '../requester/is-visible.js';
import type { Approver } from '../requester/requester.js';
import { type Draft, moveApproval } from './draft.js';

/** Cancels an approval: its call does not run. Throws `ApprovalDecisionException` if it is too late. */
export const cancelApproval = (draft: Draft, id: string, by: Approver, reason?: string): StoredApproval => {
  const approval = draft.approvals.get(id);
  if (!approval || !isVisible(approval, by)) throw new ApprovalDecisionException('not-found', id);
  if (approval.status === 'CANCELLED') return approval;
  const isOpen = approval.status === 'PENDING' || (approval.status === 'APPROVED' && !draft.run.lease);
  if (!isOpen) throw new ApprovalDecisionException('conflict', id, approval);
  return moveApproval(draft, approval, 'CANCELLED', {
    by: by.id,
    decidedBy: by.id,
    decisionReason: reason ?? 'it was cancelled',
  });
};
