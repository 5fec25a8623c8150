import type { ToolCallback } from 'toolgate/tool';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { strategyNameOf } from './strategy-name.js';

/** Returns how a strategy treats the calls of a tool, in words; undefined if it always abstains on them. */
export const wordsOf = (strategy: ToolApprovalStrategy, tool: ToolCallback): string | undefined =>
  strategy.describe ? strategy.describe(tool) : `${strategyNameOf(strategy)} decides`;

/**
 * Returns how several strategies together treat the calls of a tool, in words. Strategies that always abstain are left
 * out.
 */
export const wordsOfAll =
  (together: string, strategies: readonly ToolApprovalStrategy[]) =>
  (tool: ToolCallback): string | undefined => {
    const words = strategies.flatMap((strategy) => wordsOf(strategy, tool) ?? []);
    return words.length > 1 ? `${together} (${words.join('; ')})` : words[0];
  };
