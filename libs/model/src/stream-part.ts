import type { JsonObject, JsonValue } from '#core';
import type { ChatResponse } from './chat-response.js';
import type { RequesterQuestion } from './requester-question.js';
import type { CustomPart, FilePart, ProviderMetadata, ToolCallPart, ToolResultPart } from './content.js';

/** A piece of text or reasoning. Pieces with the same id belong together. An empty one may have provider metadata. */
export interface DeltaPart {
  readonly type: 'text-delta' | 'reasoning-delta';
  readonly id: string;
  readonly delta: string;
  readonly providerMetadata?: ProviderMetadata;
}

/** A piece of a call's arguments while the model still writes them; the complete call follows as `tool-call`. */
export interface ToolInputDeltaPart {
  readonly type: 'tool-input-delta';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly delta: string;
}

/** The progress of a running tool; its result follows as `tool-result`. Never sent to a model. */
export interface ToolProgressPart {
  readonly type: 'tool-progress';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly value: JsonValue;
}

/** A call that was rejected. Its result for the model follows as `tool-result`, as for every call. */
export interface ToolRejectedPart {
  readonly type: 'tool-rejected';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly reason: string;
  /** The approval that a person rejected; absent if no person did. */
  readonly approvalId?: string;
  readonly metadata?: JsonObject;
}

/** A call that waits for a person. After the last of them the stream ends, because its turn is suspended. */
export interface ToolApprovalRequestPart {
  readonly type: 'tool-approval-request';
  readonly runId: string;
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  /** The arguments that the tool will receive. A decision names the revision and the hash. */
  readonly arguments: JsonObject;
  readonly revision: number;
  readonly argsHash: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly message?: string;
  readonly reason?: string;
  /** `requester` if the requester of the call answers: a client tool with `respond`, a question with `approve` and `answer`. */
  readonly answeredBy?: 'requester';
  /** What the tool asks its requester, with the schema of the answer. Absent for other calls. */
  readonly question?: RequesterQuestion;
}

/** One call of the batch that suspended a turn, with the gate's verdict. */
export interface SuspendedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /**
   * `run` and `reject` take effect when the turn resumes. A call of `run` with a reason was answered. `done`: the call
   * already has its result. This occurs only in a batch in which another call waits for a turn inside that call.
   */
  readonly verdict: 'run' | 'reject' | 'wait' | 'done';
  readonly reason?: string;
  /** The run of a suspended turn inside the call, for which the call waits; absent if the call waits for a person. */
  readonly innerRunId?: string;
}

/** The last part of a stream whose turn is suspended. */
export interface SuspendedPart {
  readonly type: 'suspended';
  readonly runId: string;
  /** Every call of the batch, in order. */
  readonly batch: readonly SuspendedCall[];
}

/**
 * The beginning of another attempt of a saved turn. Parts of rounds after `round` that came before this part are void,
 * and the results of `round` follow again.
 */
export interface ResumedPart {
  readonly type: 'resumed';
  readonly runId: string;
}

/** The last part of a live turn that has no answer. */
export interface ErrorPart {
  readonly type: 'error';
  /** `lost`: the process that ran the turn ended, or the log lost its parts. */
  readonly kind: 'aborted' | 'failed' | 'lost';
  /** A sentence without details, which may be secret. */
  readonly message: string;
}

/** The end of one answer. */
export interface FinishPart extends Omit<ChatResponse, 'message'> {
  readonly type: 'finish';
}

/** One event of a streamed turn. `round` counts the model's answers within the turn from 0; a model leaves it out. */
export type StreamPart = { readonly round?: number } & (
  | DeltaPart
  | ToolInputDeltaPart
  | ToolCallPart
  | ToolProgressPart
  | ToolRejectedPart
  | ToolApprovalRequestPart
  | SuspendedPart
  | ResumedPart
  | ErrorPart
  | ToolResultPart
  | FilePart
  | CustomPart
  | FinishPart
);
