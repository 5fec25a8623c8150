import { ApprovalDecisionException } from '../errors/approval.errors.js';
import type { StoredApproval } from '../records/stored-approval.js';
import { isRequester, isVisible } from '../requester/visibility.js';
import type { Approver } from '../requester/requester.js';
import { type Draft, moveApproval } from './draft.js';

/** Who cancels an approval, why, and which version that person has read. */
export interface Cancellation {
  readonly by: Approver;
  readonly reason?: string;
  readonly version?: number;
}

/** Cancels an approval: its call does not run. Throws `ApprovalDecisionException` if this is not allowed, or too late. */
export const cancelApproval = (draft: Draft, id: string, { by, reason, version }: Cancellation): StoredApproval => {
  const approval = draft.approvals.get(id);
  if (!approval || !isVisible(approval, by)) throw new ApprovalDecisionException('not-found', id);
  if (by.administrator === false && !isRequester(approval, by)) {
    const detail = `may not be canceled by ${JSON.stringify(by.id)}: only its requester or an administrator may. Ask one of these.`;
    throw new ApprovalDecisionException('not-eligible', id, undefined, detail);
  }
  if (version !== undefined && version !== approval.version) {
    throw new ApprovalDecisionException('version-mismatch', id, approval);
  }
  if (approval.status === 'CANCELLED') return approval;
  const isOpen = approval.status === 'PENDING' || (approval.status === 'APPROVED' && !draft.run.lease);
  if (!isOpen) throw new ApprovalDecisionException('conflict', id, approval);
  return moveApproval(draft, approval, 'CANCELLED', {
    by: by.id,
    decidedBy: by.id,
    decisionReason: reason ?? 'it was canceled',
  });
};
