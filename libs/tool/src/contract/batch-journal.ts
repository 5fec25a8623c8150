import type { ToolCallPart, ToolResultPart } from 'toolgate/model';
import type { InnerRun } from './inner-run.js';
import type { PreparedCall, SavedCall } from './prepared-call.js';
import type { ToolCallResult } from './tool-callback.js';
import type { CallQuestion } from './verdict.js';

/** One call of a batch after the gate's decision: it can run, waits for a person or for a turn inside it, or has a result. */
export interface BatchCall {
  /** The position in the batch, from 0. */
  readonly index: number;
  readonly call: ToolCallPart;
  /** Absent if the tool was not found or the arguments are invalid. */
  readonly prepared?: PreparedCall;
  /** The question for a person. Present if the call waits for the answer. */
  readonly question?: CallQuestion;
  /** Present if the call has a result. */
  readonly result?: ToolResultPart;
  /** The turn inside the call that waits for a person. The call has begun, and receives its result from that turn. */
  readonly inner?: InnerRun;
}

/** The outcome of a start: the call may run, or it has a result and must not. */
export type StartedCall =
  | {
      readonly type: 'started';
      /** The attempt number, from 1. */
      readonly attempt: number;
      /** Throws if another process may have taken over the turn. Call it right before the body. */
      readonly assertLeased?: () => void;
    }
  | { readonly type: 'refused'; readonly result: ToolCallResult };

/** The saved result of a call, which replaces the result found in this process. */
export interface SavedResult {
  readonly index: number;
  readonly result: ToolResultPart;
}

/** Saves the state of each call of a batch, so that another process can resume its turn. */
export interface BatchJournal {
  /** The saved calls of a batch that was already decided. */
  readonly saved?: readonly SavedCall[];
  /** Saves a decided batch before any of its calls runs. Returns the results that were saved before. */
  begin(batch: readonly BatchCall[]): Promise<readonly SavedResult[]>;
  /** Saves the start of a call, before its body runs. */
  start(call: PreparedCall): Promise<StartedCall>;
  /** Saves the result of a call after its body, even if its turn was aborted. Returns the saved result, if any. */
  finish(call: PreparedCall, result: ToolCallResult): Promise<ToolCallResult | undefined>;
  /** Saves the failure of a body whose error ends the turn, as the application configured. */
  fail(call: PreparedCall): Promise<void>;
  /** Returns the results of a batch as the answer of a turn: without the notes that are only for a model. */
  forReader?(results: readonly ToolResultPart[]): readonly ToolResultPart[];
}
