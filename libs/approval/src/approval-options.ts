import type { RequesterResolver } from './runs/requester.resolver.js';
import type { ApprovalStore } from './store/approval.store.js';
import type { Approve, ToolApprovalStrategy } from './tool-approval.strategy.js';

/** How calls are approved. */
export interface ApprovalOptions {
  /** The strategy, where it needs nothing injected; or provide `ToolApprovalStrategy` in any module. */
  readonly strategy?: ToolApprovalStrategy | Approve;
  /** What an error of the strategy does: fail the turn, reject the call, or ask a person. @default 'throw' */
  readonly onError?: 'throw' | 'reject' | 'ask';
  /** How long `identify` may take, and a strategy that says nothing of it, in milliseconds. @default 10,000 */
  readonly timeoutMs?: number;
  /** Stops start-up where a tool says `requiresApproval: true` and there is no strategy, or none that ever has an opinion of it. @default false */
  readonly requireCoverage?: boolean;
  /** Keeps turns that wait for a person; or provide `ApprovalStore` in any module, as `SqlModule` does. */
  readonly store?: ApprovalStore;
  /** Says on whose behalf turns run; or provide `RequesterResolver` in any module. */
  readonly requester?: RequesterResolver;
  /** What a message does in whose conversation something waits: it is refused, or takes its place. @default 'reject' */
  readonly onMessage?: 'reject' | 'supersede';
  /** Whether this process goes on by itself with runs that can. @default true */
  readonly worker?: boolean;
  /** How many turns the worker resumes at once. @default 8 */
  readonly concurrency?: number;
  /** How long a question waits that says nothing of it, in milliseconds. @default 24 hours */
  readonly expiresInMs?: number;
  /** How long an approval may be used, once all questions of its batch are answered, in milliseconds. @default 24 hours */
  readonly approvalLapsesInMs?: number;
  /** For how long a run is tried again that fails, in milliseconds. @default 24 hours */
  readonly deadlineMs?: number;
  /** How long a process that is gone keeps a run from others, in milliseconds. @default 30,000 */
  readonly leaseMs?: number;
  /** How long runs in flight are waited for when the application stops, in milliseconds. @default 10,000 */
  readonly shutdownMs?: number;
}
