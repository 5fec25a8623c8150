import type { JsonObject, JsonValue, ToolCallPart, ToolResultPart } from 'toolgate/model';
import type { ToolCallback } from './tool-callback.js';
import type { ToolContext } from './tool-context.js';
import type { CallQuestion } from './verdict.js';

/** One call of a batch, resolved and validated but not started. */
export interface PreparedCall {
  /** The position in the batch, from 0. */
  readonly index: number;
  readonly call: ToolCallPart;
  readonly callback: ToolCallback;
  /** The validated arguments; frozen. */
  readonly input: JsonObject;
  /** The input converted by the schema. The body receives its own value, converted from the same input. */
  readonly value: unknown;
  readonly context: ToolContext;
  /** The decision saved before the turn was suspended. A gate may only make it stricter. */
  readonly saved?: SavedCall;
}

/** The saved state of a call whose turn was suspended, or taken over by another process. */
export interface SavedCall {
  readonly index: number;
  /** The arguments to run with, in place of those of the model. They are validated again. */
  readonly input?: JsonObject;
  /** Whether an approver approved the call. If false, a strategy let it run. */
  readonly approved: boolean;
  /** The hash of the tool's definition at the time of the decision. */
  readonly definitionHash?: string;
  /**
   * The question for a person if the definition of the tool has changed since the decision. If it is absent, such a
   * call is rejected.
   */
  readonly again?: CallQuestion;
  /** The hash of the call's arguments at the time of the decision. */
  readonly argsHash?: string;
  /** The requester's answer to the question of the tool, and its hash at the time of the decision. */
  readonly answer?: JsonValue;
  readonly answerHash?: string;
  /** Present if the call already has a result. */
  readonly result?: ToolResultPart;
}
