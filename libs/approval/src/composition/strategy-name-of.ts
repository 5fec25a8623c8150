import { FunctionApprovalStrategy, type ToolApprovalStrategy } from '../tool-approval.strategy.js';
import { ComposedStrategy } from './composed.strategy.js';

/** What traces call a strategy: its class, the function that makes it, or the function it is made of. */
export const strategyNameOf = (strategy: ToolApprovalStrategy): string => {
  if (strategy instanceof ComposedStrategy) return strategy.name;
  if (strategy instanceof FunctionApprovalStrategy) return strategy.approve.name || 'function';
  return strategy.constructor.name || 'strategy';
};
