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
