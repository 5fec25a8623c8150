import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { askTogether } from './ask-together.js';
import { strongest } from './strongest.js';

const choose = strongest('reject', 'ask', 'approve', 'abstain');

/**
 * Returns the strictest decision: an error before a rejection, before a question, before an approval. Another strategy
 * can only make it stricter.
 */
export const denyOverrides = (...strategies: readonly ToolApprovalStrategy[]): ToolApprovalStrategy =>
  askTogether('denyOverrides', strategies, { choose, words: 'the strictest of' });
