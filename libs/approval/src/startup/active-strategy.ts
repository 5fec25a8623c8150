import type { Seams } from '#core';
import type { ToolCallback } from 'toolgate/tool';
import { strategyNameOf } from '../composition/strategy-words.js';
import { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';

/** Returns the strategy of the application; undefined if each turn has one of its own. */
export const activeStrategy = (seams: Seams): ToolApprovalStrategy | undefined =>
  seams.isMadeForTurns(ToolApprovalStrategy) ? undefined : seams.effective(ToolApprovalStrategy);

/** Returns the name of the active strategy, for people. */
export const activeStrategyName = (seams: Seams): string => {
  const strategy = activeStrategy(seams);
  return strategy ? strategyNameOf(strategy) : seams.nameOf(ToolApprovalStrategy);
};

/** Returns how the active strategy treats the calls of a tool, in words; undefined if it has no description. */
export const activeStrategyWords = (seams: Seams, tool: ToolCallback): { readonly words?: string } | undefined => {
  const strategy = activeStrategy(seams);
  return strategy?.describe && { words: strategy.describe(tool) };
};
