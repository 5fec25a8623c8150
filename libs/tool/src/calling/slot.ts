import type { ToolCallOutcome, ToolCallPart, ToolResultPart } from 'toolgate/model';
import type { BatchCall, SavedCall } from '../contract/batch-journal.js';
import type { Prepared, ToolCallResult } from '../contract/tool-callback.js';
import type { PreparedCall } from '../contract/tool-gate.js';

/** The state of one call of a batch. It holds the executable body, which the gate never sees. All slots have the same shape. */
export class Slot {
  saved: SavedCall | undefined = undefined;
  prepared: PreparedCall | undefined = undefined;
  question: BatchCall['question'] = undefined;
  /** Runs the tool. */
  body: Prepared | undefined = undefined;
  started = false;
  /** The pending result of the body, which is saved even if the turn is aborted before it arrives. */
  running: Promise<ToolCallResult> | undefined = undefined;
  /** Whether the call has ended for the turn: its body may no longer start, and a late result is ignored. */
  closed = false;
  result: ToolResultPart | undefined = undefined;

  constructor(
    readonly call: ToolCallPart,
    readonly index: number,
  ) {}
}

/** Sets the result of a slot. */
export const setResult = (slot: Slot, { output, outcome }: ToolCallResult): void => {
  const { toolCallId, toolName } = slot.call;
  slot.result = { type: 'tool-result', toolCallId, toolName, output, outcome };
};

/** Sets the result of a slot to a text for the model and an outcome for programs. */
export const setTextResult = (slot: Slot, text: string, outcome: ToolCallOutcome): void =>
  setResult(slot, textResult(text, outcome));

/** Returns a result that consists of one text. */
export const textResult = (text: string, outcome: ToolCallOutcome): ToolCallResult => ({
  output: { type: 'text', text },
  outcome,
});

/** Returns the results of a batch in the model's order. A call without a result is marked as unknown or not started. */
export const resultsOf = (slots: readonly Slot[]): ToolResultPart[] =>
  slots.map((slot) => {
    if (!slot.result && slot.started) {
      setTextResult(slot, 'It is not known whether this tool had its effect.', { type: 'unknown' });
    } else if (!slot.result) {
      setTextResult(slot, 'This tool was not started.', { type: 'not-started' });
    }
    return slot.result!;
  });

/** Returns the calls of a decided batch, without their bodies. */
export const batchOf = (slots: readonly Slot[]): readonly BatchCall[] =>
  slots.map(({ index, call, prepared, question, result }) => ({ index, call, prepared, question, result }));
