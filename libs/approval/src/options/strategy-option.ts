import { instanceRemedy, SeamException } from '#core';
import { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import type { ApprovalOptions } from './approval-options.js';

/** Returns the strategy of an option. Throws `SeamException` for a class, and for a value that is not a strategy. */
export const strategyOf = (strategy: ApprovalOptions['strategy']): ToolApprovalStrategy | undefined => {
  if (strategy === undefined) return undefined;
  if (typeof strategy !== 'function') return assertStrategy(strategy);
  const remedy = instanceRemedy(strategy, ToolApprovalStrategy.name);
  if (remedy) throw new SeamException(`approval.strategy is the class ${strategy.name}. ${remedy}`);
  return ToolApprovalStrategy.of(strategy);
};

const assertStrategy = (strategy: ToolApprovalStrategy | null): ToolApprovalStrategy => {
  if (typeof strategy?.approve === 'function') return strategy;
  throw new SeamException('approval.strategy is not a strategy. Pass an instance or a function, or leave it out.');
};
