import type { ToolCallOutcome, ToolCallPart, ToolResultPart } from 'toolgate/model';
import type { Prepared, ToolCallResult } from '../tool-callback.js';
import type { BatchCall, KeptCall } from '../batch-checkpoints.js';
import type { PreparedCall } from '../tool-gate.js';

/** One call of a batch on its way. What can run is kept here, out of the gate's reach. All slots have the same shape. */
export class Slot {
  kept: KeptCall | undefined = undefined;
  prepared: PreparedCall | undefined = undefined;
  question: BatchCall['question'] = undefined;
  /** Runs the tool. */
  body: Prepared | undefined = undefined;
  started = false;
  /** Its body's result, where its turn may have been left before that is there. */
  running: Promise<ToolCallResult> | undefined = undefined;
  /** Its call has ended for the turn: nothing may start any more, and what comes late does not count. */
  closed = false;
  result: ToolResultPart | undefined = undefined;

  constructor(
    readonly call: ToolCallPart,
    readonly index: number,
  ) {}
}

/** Gives a slot its result. */
export const settle = (slot: Slot, { output, outcome }: ToolCallResult): void => {
  const { toolCallId, toolName } = slot.call;
  slot.result = { type: 'tool-result', toolCallId, toolName, output, outcome };
};

/** Gives a slot a text for the model and an outcome for programs. */
export const settleText = (slot: Slot, text: string, outcome: ToolCallOutcome): void =>
  settle(slot, textResult(text, outcome));

/** A result that is one text. */
export const textResult = (text: string, outcome: ToolCallOutcome): ToolCallResult => ({
  output: { type: 'text', text },
  outcome,
});

/** The results of a batch in emission order; a slot without one says whether its tool was started. */
export const resultsOf = (slots: readonly Slot[]): ToolResultPart[] =>
  slots.map((slot) => {
    if (!slot.result && slot.started) {
      settleText(slot, 'It is not known whether this tool had its effect.', { type: 'unknown' });
    } else if (!slot.result) {
      settleText(slot, 'This tool was not started.', { type: 'not-started' });
    }
    return slot.result!;
  });

/** What the slots of a decided batch are to others. */
export const batchOf = (slots: readonly Slot[]): readonly BatchCall[] =>
  slots.map(({ index, call, prepared, question, result }) => ({ index, call, prepared, question, result }));
