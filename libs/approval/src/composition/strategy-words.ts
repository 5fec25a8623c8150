import type { ToolCallback } from 'toolgate/tool';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { strategyNameOf } from './strategy-name.js';

/** Returns how a strategy treats the calls of a tool, in words; undefined if it always abstains on them. */
export const wordsOf = (strategy: ToolApprovalStrategy, tool: ToolCallback): string | undefined =>
  strategy.describe ? strategy.describe(tool) : `${strategyNameOf(strategy)} decides`;
