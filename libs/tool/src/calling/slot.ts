import type { ToolCallOutcome, ToolCallPart, ToolResultPart } from 'toolgate/model';
import type { BatchCall } from '../contract/batch-journal.js';
import type { PreparedCall, SavedCall } from '../contract/prepared-call.js';
import type { InnerRunPermit } from '../contract/inner-run.js';
import type { Prepared, ToolCallResult } from '../contract/tool-callback.js';

/** The state of one call of a batch. It holds the executable body, which the gate never sees. All slots have the same shape. */
export class Slot {
  saved: SavedCall | undefined = undefined;
  prepared: PreparedCall | undefined = undefined;
  question: BatchCall['question'] = undefined;
  /** Runs the tool. */
  body: Prepared | undefined = undefined;
  /** Whether the gate permits the body of a guarded method to begin. */
  permitted = false;
  /** Permits a turn inside the call to wait; absent if none may. */
  permit: InnerRunPermit | undefined = undefined;
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

/** A slot whose call may be decided and run. */
export type PreparedSlot = Slot & { prepared: PreparedCall; body: Prepared };

/** Whether the call of a slot was found and its arguments are valid. */
export const isPrepared = (slot: Slot): slot is PreparedSlot => slot.prepared !== undefined;

/** Sets and returns the result of a slot. */
export const setResult = (slot: Slot, { output, outcome }: ToolCallResult): ToolResultPart => {
  const { toolCallId, toolName } = slot.call;
  return (slot.result = { type: 'tool-result', toolCallId, toolName, output, outcome });
};

/** Sets and returns the result of a slot: a text for the model and an outcome for programs. */
export const setTextResult = (slot: Slot, text: string, outcome: ToolCallOutcome): ToolResultPart =>
  setResult(slot, textResult(text, outcome));

/** Returns a result that consists of one text. */
export const textResult = (text: string, outcome: ToolCallOutcome): ToolCallResult => ({
  output: { type: 'text', text },
  outcome,
});

/** Returns the results of a batch in the model's order. A call without a result is marked as unknown or not started. */
export const resultsOf = (slots: readonly Slot[]): ToolResultPart[] =>
  slots.map((slot) => {
    if (slot.result) return slot.result;
    return slot.started
      ? setTextResult(slot, 'It is not known whether this tool had its effect.', { type: 'unknown' })
      : setTextResult(slot, 'This tool was not started.', { type: 'not-started' });
  });

/** Returns the calls of a decided batch, without their bodies. */
export const batchOf = (slots: readonly Slot[]): readonly BatchCall[] =>
  slots.map(({ index, call, prepared, question, result, permit }) => {
    const described = { index, call, prepared, question, result };
    return permit?.waiting ? { ...described, inner: permit.waiting } : described;
  });

/** Whether a turn inside a call waits for a person. */
export const waitsInside = ({ permit }: Slot): boolean => permit?.waiting !== undefined;
