import type { JsonObject } from 'toolgate/model';
import { type CallCounts, type PreparedCall, ToolContext } from 'toolgate/tool';
import type { Requester } from './records/requester.js';

/** When a strategy is asked. */
export type ApprovalPhase = 'first' | 'edit' | 'resume';

/** What a strategy is told beside the call itself. */
export interface ApprovalQuestion {
  readonly round: number;
  /** @default 'resume' for a call that was kept, and otherwise 'first' */
  readonly phase?: ApprovalPhase;
  readonly requester?: Requester;
  readonly counts?: CallCounts;
}

/** What a strategy knows beside the tool and its arguments: the turn's tool context, and the call among its siblings. */
export class ToolApprovalContext<T extends object = JsonObject> extends ToolContext<T> {
  readonly toolCallId: string;
  /** The arguments as the model wrote them. */
  readonly rawArguments: string;
  /** What the schema makes of the arguments: instances and dates. The tool gets another one. */
  readonly value: unknown;
  /** The model's answers before this one within the turn. */
  readonly round: number;
  /** All calls of the batch that could run, in emission order; this one is among them. */
  readonly batch: readonly PreparedCall[];
  /** `edit`: a person changed the arguments; `resume`: the turn goes on, and what was let run may only be kept from it. */
  readonly phase: ApprovalPhase;
  /** On whose behalf the turn runs; absent where the application does not say. */
  readonly requester?: Requester;
  /** How often tools were called in the turn so far, the calls of this batch among them; absent where a gate was asked by hand. */
  readonly counts?: CallCounts;

  constructor(
    { call, context, value, kept }: PreparedCall,
    batch: readonly PreparedCall[],
    { round, phase = kept ? 'resume' : 'first', requester, counts }: ApprovalQuestion,
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
