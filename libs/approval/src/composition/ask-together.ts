import { chain, collect } from '#core';
import { ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { askPart } from './ask-part.js';
import { ComposedStrategy } from './composed.strategy.js';
import { type Choose, conclude } from './conclude.js';
import { toPart } from './part.js';
import { longestTime } from '../strategy/time-limits.js';
import { wordsOfAll } from './strategy-words.js';

/** How the decisions of several strategies become one, as code and in words. */
interface Together {
  readonly choose: Choose;
  readonly words: string;
}

/**
 * Composes strategies that start together, in order. It waits for all of them, so that the trace is complete and no
 * error is missed.
 */
export const askTogether = (
  name: string,
  strategies: readonly ToolApprovalStrategy[],
  { choose, words }: Together,
): ToolApprovalStrategy => {
  const parts = strategies.map((strategy) => toPart(name, strategy));
  return new ComposedStrategy(
    name,
    (tool, args, context) => {
      if (parts.length === 0) return ToolApprovalDecision.abstain();
      const answers = collect(parts.map((part) => askPart(part, tool, args, context)));
      return chain(answers, (settled) => conclude(tool, settled, choose));
    },
    wordsOfAll(words, strategies),
    { timeoutMs: longestTime(strategies), parts: strategies },
  );
};
