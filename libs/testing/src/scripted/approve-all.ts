import type { Approval, ApprovalService, Approver } from 'toolgate/approval';
import { ScriptedApprover } from './scripted-approver.js';

/** Approves all pending approvals as a permitted approver, and returns the decided approvals. */
export const approveAll = (approvals: ApprovalService, by?: Approver): Promise<readonly Approval[]> =>
  new ScriptedApprover(approvals, () => 'approve', by).decideAll();
