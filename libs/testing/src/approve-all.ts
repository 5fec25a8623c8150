import type { Approval, ApprovalService, Approver } from 'toolgate/approval';
import { ScriptedApprover } from './scripted-approver.js';

/** Approves whatever waits for a person now, as somebody who may, and gives the approvals as they are then. */
export const approveAll = (approvals: ApprovalService, by?: Approver): Promise<readonly Approval[]> =>
  new ScriptedApprover(approvals, () => 'approve', by).decideAll();
