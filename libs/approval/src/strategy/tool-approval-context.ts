import type { JsonObject } from 'toolgate/model';
import { type CallCounts, type PreparedCall, ToolContext } from 'toolgate/tool';
import type { Requester } from '../requester/requester.js';

/** Why a strategy is asked: for the first time, after an edit of the arguments, or because the run resumes. */
export type ApprovalPhase = 'first' | 'edit' | 'resume';

/** What a strategy receives besides the call. */
export interface ApprovalQuestion {
  readonly round: number;
  /** @default 'resume' for a saved call, otherwise 'first' */
  readonly phase?: ApprovalPhase;
  readonly requester?: Requester;
  readonly counts?: CallCounts;
}

/**
 * What a strategy receives besides the tool and its arguments: the tool context of the turn, and the call within its
 * batch.
 */
export class ToolApprovalContext<T extends object = JsonObject> extends ToolContext<T> {
  readonly toolCallId: string;
  /** The arguments as the model wrote them. */
  readonly rawArguments: string;
  /**
   * The arguments as the schema converts them, such as dates and class instances. The tool receives a separate copy.
   */
  readonly value: unknown;
  /** The number of model answers before this one in the turn. */
  readonly round: number;
  /** All calls of the batch that may run, this one included, in the order of the model's answer. */
  readonly batch: readonly PreparedCall[];
  /**
   * When the strategy decides. `edit`: a person edited the arguments, or votes after the tool has changed. `resume`: the
   * run resumes, and the strategy can only reject a call that was allowed to run, or replace the question about a tool
   * that has changed.
   */
  readonly phase: ApprovalPhase;
  /** The requester of the turn; absent if the application provides no RequesterResolver. */
  readonly requester?: Requester;
  /**
   * How often tools were called in the turn so far, the calls of this batch included. Absent if application code calls
   * the gate itself.
   */
  readonly counts?: CallCounts;

  constructor(
    { call, context, value, saved }: PreparedCall,
    batch: readonly PreparedCall[],
    { round, phase = saved ? 'resume' : 'first', requester, counts }: ApprovalQuestion,
  ) {
    const { data, transient, conversation, turn } = context as ToolContext<T>;
    super({ data, transient, conversation, turn, call: context.call, attempt: context.attempt, messages: context });
    this.toolCallId = call.toolCallId;
    this.rawArguments = call.input;
    this.value = value;
    this.round = round;
    this.batch = batch;
    this.phase = phase;
    this.requester = requester;
    this.counts = counts;
  }

  override toJSON(): object {
    const { toolCallId, round, phase, requester } = this;
    return { ...super.toJSON(), toolCallId, toolName: this.call?.toolName, round, phase, requester };
  }
}
