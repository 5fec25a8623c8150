import type { JsonObject } from 'toolgate/model';
import { type PreparedCall, ToolContext } from 'toolgate/tool';

/** What a strategy knows beside the tool and its arguments: the turn's tool context, and the call among its siblings. */
export class ToolApprovalContext<T extends object = JsonObject> extends ToolContext<T> {
  readonly callId: string;
  /** The arguments as the model wrote them. */
  readonly rawArguments: string;
  /** What the schema makes of the arguments: instances and dates. The tool gets another one. */
  readonly value: unknown;
  /** The model's answers before this one within the turn. */
  readonly round: number;
  /** All calls of the batch that could run, in emission order; this one is among them. */
  readonly batch: readonly PreparedCall[];
  readonly phase: 'first' | 'edit' | 'resume';

  constructor({ call, context, value }: PreparedCall, batch: readonly PreparedCall[], round: number) {
    const { data, transient, conversation, turn } = context as ToolContext<T>;
    super({ data, transient, conversation, turn, call: context.call });
    this.callId = call.toolCallId;
    this.rawArguments = call.input;
    this.value = value;
    this.round = round;
    this.batch = batch;
    this.phase = 'first';
  }
}
