import { ToolApprovalDecision } from '../tool-approval-decision.js';
import type { ToolApprovalStrategy } from '../tool-approval.strategy.js';
import { ComposedStrategy } from './composed.strategy.js';
import { toolMatcher } from './tool-matcher.js';

/** Approves the tools whose names match; of others it has no opinion. */
export const allowTools = (...globs: readonly string[]): ToolApprovalStrategy => {
  const matches = toolMatcher('allowTools()', globs);
  return new ComposedStrategy(
    'allowTools',
    (tool) => (matches(tool) ? ToolApprovalDecision.approve() : ToolApprovalDecision.abstain()),
    (tool) => (matches(tool) ? 'approved' : undefined),
  );
};
