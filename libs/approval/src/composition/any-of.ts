import type { ToolApprovalStrategy } from '../tool-approval.strategy.js';
import { askTogether } from './ask-together.js';
import { strongest } from './strongest.js';

const choose = strongest('approve', 'ask', 'reject', 'abstain');

/** Approves where one strategy does; else a person is asked before it is rejected. An error beside an approval is still an error. */
export const anyOf = (...strategies: readonly ToolApprovalStrategy[]): ToolApprovalStrategy =>
  askTogether('anyOf', strategies, { choose, words: 'one of' });
