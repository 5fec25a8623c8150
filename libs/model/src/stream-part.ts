import type { ChatResponse } from './chat-response.js';
import type { CustomPart, FilePart, ProviderMetadata, ToolCallPart, ToolResultPart } from './content.js';
import type { JsonObject, JsonValue } from './json.js';

/** A piece of text or reasoning; pieces with one id belong together. An empty one may carry provider metadata. */
export interface DeltaPart {
  readonly type: 'text-delta' | 'reasoning-delta';
  readonly id: string;
  readonly delta: string;
  readonly providerMetadata?: ProviderMetadata;
}

/** A piece of a call's arguments while the model still writes them; the whole call follows as `tool-call`. */
export interface ToolInputDeltaPart {
  readonly type: 'tool-input-delta';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly delta: string;
}

/** What a tool told while it was running; its result follows as `tool-result`. Never sent to a model. */
export interface ToolProgressPart {
  readonly type: 'tool-progress';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly value: JsonValue;
}

/** A call that the gate did not let run. What the model is told of it follows as `tool-result`, like for any other call. */
export interface ToolRejectedPart {
  readonly type: 'tool-rejected';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly reason: string;
  /** The approval that a person rejected; absent if no person did. */
  readonly approvalId?: string;
  readonly metadata?: JsonObject;
}

/** A call that waits for a person. Behind the last of them a stream ends: its turn is suspended. */
export interface ToolApprovalRequestPart {
  readonly type: 'tool-approval-request';
  readonly runId: string;
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  /** What the tool will get, and what a decision has to name. */
  readonly arguments: JsonObject;
  readonly revision: number;
  readonly argsHash: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly message?: string;
  readonly reason?: string;
  /** `requester`: the call of a client tool; its requester answers it with the decision `respond`. Absent for approvals. */
  readonly answeredBy?: 'requester';
}

/** One call of a batch at which a turn was suspended, and what the gate does with it. */
export interface SuspendedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** `run` and `reject` take effect when the turn resumes; nothing of the batch runs before. */
  readonly verdict: 'run' | 'reject' | 'wait';
  readonly reason?: string;
}

/** The last part of a stream whose turn was suspended. */
export interface SuspendedPart {
  readonly type: 'suspended';
  readonly runId: string;
  /** Every call of the batch, in order. */
  readonly batch: readonly SuspendedCall[];
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
  | ToolResultPart
  | FilePart
  | CustomPart
  | FinishPart
);
