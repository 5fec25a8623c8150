import { ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { askPart } from './ask-part.js';
import { ComposedStrategy } from './composed.strategy.js';
import { passOn } from './conclude.js';
import { toPart } from './part.js';
import { type Globs, toolMatcher } from '../strategy/tool-matcher.js';
import { wordsOf } from './strategy-words.js';

const NAME = 'forTools';

/** Asks a strategy about the tools whose names match, and abstains on all others. */
export const forTools = (globs: Globs, strategy: ToolApprovalStrategy): ToolApprovalStrategy => {
  const patterns = toolMatcher(`${NAME}()`, globs);
  const part = toPart(NAME, strategy);
  return new ComposedStrategy(
    NAME,
    (tool, args, context) =>
      patterns.matches(tool) ? passOn(tool, askPart(part, tool, args, context)) : ToolApprovalDecision.abstain(),
    (tool) => (patterns.matches(tool) ? wordsOf(strategy, tool) : undefined),
    { timeoutMs: strategy.timeoutMs, patterns, parts: [strategy] },
  );
};
