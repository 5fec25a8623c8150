import type { ToolApprovalStrategy } from '../tool-approval.strategy.js';
import { askTogether } from './ask-together.js';
import { strongest } from './strongest.js';

const choose = strongest('reject', 'ask', 'approve', 'abstain');

/** Lets the strictest speak: an error before a rejection, before a question, before an approval. One more strategy can only tighten. */
export const denyOverrides = (...strategies: readonly ToolApprovalStrategy[]): ToolApprovalStrategy =>
  askTogether('denyOverrides', strategies, { choose, words: 'the strictest of' });
