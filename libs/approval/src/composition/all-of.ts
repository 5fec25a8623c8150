import type { ToolApprovalStrategy } from '../tool-approval.strategy.js';
import { askTogether } from './ask-together.js';
import { strongest } from './strongest.js';

const choose = strongest('reject', 'ask', 'abstain', 'approve');

/** Approves where every strategy does. Else the strictest speaks; one that has no opinion has not approved. */
export const allOf = (...strategies: readonly ToolApprovalStrategy[]): ToolApprovalStrategy =>
  askTogether('allOf', strategies, { choose, words: 'all of' });
