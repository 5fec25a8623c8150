import type { ToolCallback } from 'toolgate/tool';
import type { ToolApprovalStrategy } from '../tool-approval.strategy.js';
import { wordsOf } from './words-of.js';

/** What several strategies do together with the calls of a tool, in words; those that never have an opinion of them are left out. */
export const wordsOfAll =
  (together: string, strategies: readonly ToolApprovalStrategy[]) =>
  (tool: ToolCallback): string | undefined => {
    const words = strategies.flatMap((strategy) => wordsOf(strategy, tool) ?? []);
    return words.length > 1 ? `${together} (${words.join('; ')})` : words[0];
  };
