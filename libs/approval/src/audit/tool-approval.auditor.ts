import { type JsonObject, SEAM } from 'toolgate/model';
import type { ToolCallback } from 'toolgate/tool';
import type { Approval } from '../records/approval.js';
import type { ApprovalEvent } from '../records/approval-event.js';
import type { Run } from '../records/run.js';
import type { ApprovalStatus } from '../records/stored-approval.js';
import type { ApprovalTraceEntry } from '../strategy/tool-approval-decision.js';
import type { ToolApprovalContext } from '../strategy/tool-approval-context.js';

/** The decision on one call. `bypassed`: the tool declares `requiresApproval: false`, so no strategy decided. */
export interface ToolApprovalEvent {
  readonly outcome: 'approved' | 'rejected' | 'asked' | 'error' | 'bypassed';
  readonly tool: ToolCallback;
  readonly args: JsonObject;
  readonly context: ToolApprovalContext;
  readonly reason?: string;
  readonly metadata?: JsonObject;
  /** The decision of each strategy and of each part of a composition, in the order in which they were asked. */
  readonly trace?: readonly ApprovalTraceEntry[];
  /** The error that the strategy threw, for `error`. */
  readonly error?: unknown;
  /** When the decision began, in milliseconds since 1970; absent for `bypassed`. */
  readonly startedAt?: number;
  /** How long the decision took, including everything that its strategy waited for; absent for `bypassed`. */
  readonly durationMs?: number;
}

/** A saved event of a run or of one of its approvals. The records show the state after the whole change. */
export interface ApprovalHappening {
  readonly event: ApprovalEvent;
  readonly run: Run;
  /** The approval of the event; with `damaged` if its stored arguments were altered. */
  readonly approval?: Approval;
  /** The approval's status before the event; absent for a new approval. */
  readonly from?: ApprovalStatus;
}

/** Receives every decision. Every provider that extends this class is called; its failure never changes a decision. */
export abstract class ToolApprovalAuditor {
  static readonly [SEAM]: string = 'ToolApprovalAuditor';

  /** Whether the auditor listens now. If no auditor listens, nothing is measured or traced. @default true */
  isListening?(): boolean;

  abstract decided(event: ToolApprovalEvent): void | Promise<void>;

  /**
   * Receives each change of approvals and runs after the store has saved it, in the process that saved it, at most
   * once. If the reply of the store is lost, the change is reported when the operation is repeated, or never. The
   * complete record is `ApprovalService.runs.events`.
   */
  happened?(happening: ApprovalHappening): void | Promise<void>;
}
