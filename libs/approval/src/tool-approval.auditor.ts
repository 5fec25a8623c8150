import { type JsonObject, SEAM } from 'toolgate/model';
import type { ToolCallback } from 'toolgate/tool';
import type { Approval } from './records/approval.js';
import type { ApprovalEvent } from './records/approval-event.js';
import type { Run } from './records/run.js';
import type { ApprovalStatus } from './records/stored-approval.js';
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
  /** When the decision began, in milliseconds since 1970; absent for `bypassed`. */
  readonly startedAt?: number;
  /** How long it took, with all that its strategy waited for; absent for `bypassed`. */
  readonly durationMs?: number;
}

/** What has been written of a run, or of one of its approvals; the records are as they are behind the whole change. */
export interface ApprovalHappening {
  readonly event: ApprovalEvent;
  readonly run: Run;
  /** The approval that the event is of; with `damaged` if its stored arguments were altered. */
  readonly approval?: Approval;
  /** The status that the event led that approval from; absent for a question that is new. */
  readonly from?: ApprovalStatus;
}

/** Is told every decision. Every provider that extends it is told; its failure never changes a decision. */
export abstract class ToolApprovalAuditor {
  static readonly [SEAM]: string = 'ToolApprovalAuditor';

  /** Whether it is told anything now: where no auditor listens, nothing is measured or traced for one. @default true */
  isListening?(): boolean;

  abstract decided(event: ToolApprovalEvent): void | Promise<void>;

  /**
   * Is told what becomes of approvals and runs after the store has written it, by the process that wrote it, and each
   * written change once at most. Where a store loses its reply, the change is not told, or told when it is asked for
   * again: what must be complete is `ApprovalService.runs.events`.
   */
  happened?(happening: ApprovalHappening): void | Promise<void>;
}
