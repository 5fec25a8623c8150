import type { Approve, ToolApprovalStrategy } from './tool-approval.strategy.js';

/** How calls are approved. */
export interface ApprovalOptions {
  /** The strategy, where it needs nothing injected; or provide `ToolApprovalStrategy` in any module. */
  readonly strategy?: ToolApprovalStrategy | Approve;
  /** What an error of the strategy does: fail the turn, or reject the call. @default 'throw' */
  readonly onError?: 'throw' | 'reject';
  /** How long a strategy that says nothing of it may take, in milliseconds. @default 10,000 */
  readonly timeoutMs?: number;
  /** Stops start-up where a tool says `requiresApproval: true` and there is no strategy. @default false */
  readonly requireCoverage?: boolean;
}
