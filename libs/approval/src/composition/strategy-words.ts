import type { ToolCallback } from 'toolgate/tool';
import { FunctionApprovalStrategy, type ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { ComposedStrategy } from './composed.strategy.js';

/** Returns the name of a strategy in traces: its class, the function that creates it, or the function that it calls. */
export const strategyNameOf = (strategy: ToolApprovalStrategy): string => {
  if (strategy instanceof ComposedStrategy) return strategy.name;
  if (strategy instanceof FunctionApprovalStrategy) return strategy.approve.name || 'function';
  return strategy.constructor.name || 'strategy';
};

/** Whether a name is the placeholder for a function or a class without a name. */
export const isNameless = (name: string): boolean => name === 'function' || name === 'strategy';

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
