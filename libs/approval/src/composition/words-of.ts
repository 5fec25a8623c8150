import type { ToolCallback } from 'toolgate/tool';
import type { ToolApprovalStrategy } from '../tool-approval.strategy.js';
import { strategyNameOf } from './strategy-name-of.js';

/** What a strategy does with the calls of a tool, in words; undefined where it never has an opinion of them. */
export const wordsOf = (strategy: ToolApprovalStrategy, tool: ToolCallback): string | undefined =>
  strategy.describe ? strategy.describe(tool) : `${strategyNameOf(strategy)} decides`;
