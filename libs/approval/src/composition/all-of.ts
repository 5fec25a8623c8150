import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { askTogether } from './ask-together.js';
import { strongest } from './strongest.js';

const choose = strongest('reject', 'ask', 'abstain', 'approve');

/** Approves if every strategy approves. Otherwise the strictest decision applies; an abstention is not an approval. */
export const allOf = (...strategies: readonly ToolApprovalStrategy[]): ToolApprovalStrategy =>
  askTogether('allOf', strategies, { choose, words: 'all of' });
