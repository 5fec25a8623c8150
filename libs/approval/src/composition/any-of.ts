import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { askTogether } from './ask-together.js';
import { strongest } from './strongest.js';

const choose = strongest('approve', 'ask', 'reject', 'abstain');

/**
 * Approves if one strategy approves. Otherwise a question comes before a rejection. An error fails the composition,
 * even if another strategy approves.
 */
export const anyOf = (...strategies: readonly ToolApprovalStrategy[]): ToolApprovalStrategy =>
  askTogether('anyOf', strategies, { choose, words: 'one of' });
