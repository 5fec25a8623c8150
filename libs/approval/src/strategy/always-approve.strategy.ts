import { ToolApprovalDecision } from './tool-approval-decision.js';
import { ToolApprovalStrategy } from './tool-approval.strategy.js';

/** Approves every call. It is active if the application provides no strategy. */
export class AlwaysApproveStrategy extends ToolApprovalStrategy {
  approve(): ToolApprovalDecision {
    return ToolApprovalDecision.approve();
  }
}
