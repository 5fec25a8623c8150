import type { ToolPattern } from 'toolgate/tool';
import { ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { ComposedStrategy } from './composed.strategy.js';
import { toolMatcher } from '../strategy/tool-matcher.js';

/** Approves the tools whose names match, and abstains on all others. */
export const allowTools = (...globs: readonly ToolPattern[]): ToolApprovalStrategy => {
  const patterns = toolMatcher('allowTools()', globs);
  return new ComposedStrategy(
    'allowTools',
    (tool) => (patterns.matches(tool) ? ToolApprovalDecision.approve() : ToolApprovalDecision.abstain()),
    (tool) => (patterns.matches(tool) ? 'approved' : undefined),
    { patterns },
  );
};
