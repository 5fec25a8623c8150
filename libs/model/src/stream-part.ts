import type { ChatResponse } from './chat-response.js';
import type { CustomPart, FilePart, ProviderMetadata, ToolCallPart, ToolResultPart } from './content.js';
import type { JsonValue } from './json.js';

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

/** The end of one answer. */
export interface FinishPart extends Omit<ChatResponse, 'message'> {
  readonly type: 'finish';
}

/** One event of a streamed turn. `round` counts the model's answers within the turn from 0; a model leaves it out. */
export type StreamPart = { readonly round?: number } & (
  DeltaPart | ToolInputDeltaPart | ToolCallPart | ToolProgressPart | ToolResultPart | FilePart | CustomPart | FinishPart
);
