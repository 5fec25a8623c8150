import { type JsonObject, SEAM } from 'toolgate/model';
import type { ToolCallback } from 'toolgate/tool';
import type { ApprovalTraceEntry } from './tool-approval-decision.js';
import type { ToolApprovalContext } from './tool-approval-context.js';

/** What was decided of one call. `bypassed`: the tool says `requiresApproval: false`, no strategy was asked. */
export interface ToolApprovalEvent {
  readonly outcome: 'approved' | 'rejected' | 'asked' | 'error' | 'bypassed';
  readonly tool: ToolCallback;
  readonly args: JsonObject;
  readonly context: ToolApprovalContext;
  readonly reason?: string;
  readonly metadata?: JsonObject;
  /** Which strategy said what: each part of a composition, in the order in which they were asked. */
  readonly trace?: readonly ApprovalTraceEntry[];
  /** What the strategy threw, for `error`. */
  readonly error?: unknown;
}

/** Is told every decision. Every provider that extends it is told; its failure never changes a decision. */
export abstract class ToolApprovalAuditor {
  static readonly [SEAM]: string = 'ToolApprovalAuditor';

  abstract decided(event: ToolApprovalEvent): void | Promise<void>;
}
