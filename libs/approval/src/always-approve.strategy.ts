import { ToolApprovalDecision } from './tool-approval-decision.js';
import { ToolApprovalStrategy } from './tool-approval.strategy.js';

/** In force where an application provides no strategy: everything runs. */
export class AlwaysApproveStrategy extends ToolApprovalStrategy {
  approve(): ToolApprovalDecision {
    return ToolApprovalDecision.approve();
  }
}
