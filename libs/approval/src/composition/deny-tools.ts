import type { ToolPattern } from 'toolgate/tool';
import { ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { ComposedStrategy } from './composed.strategy.js';
import { toolMatcher } from '../strategy/tool-matcher.js';

/** Rejects the tools whose names match, and abstains on all others. */
export const denyTools = (...globs: readonly ToolPattern[]): ToolApprovalStrategy => {
  const patterns = toolMatcher('denyTools()', globs);
  return new ComposedStrategy(
    'denyTools',
    (tool) =>
      patterns.matches(tool)
        ? ToolApprovalDecision.reject(`${tool.definition.name} is not allowed`)
        : ToolApprovalDecision.abstain(),
    (tool) => (patterns.matches(tool) ? 'rejected' : undefined),
    { patterns },
  );
};
