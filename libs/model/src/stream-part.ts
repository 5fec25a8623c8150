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
  | ToolResultPart
  | FilePart
  | CustomPart
  | FinishPart
);
