import type { ProviderMetadata, ToolResultPart } from './content.js';
import { type AssistantMessage, isToolCall } from './message.js';
import type { Usage } from './usage.js';

/** Why an answer ended: `unified` is the same for all providers, `raw` is the provider's own word. */
export interface FinishReason {
  readonly unified:
    | 'stop'
    | 'length'
    | 'content-filter'
    | 'tool-calls'
    | 'error'
    | 'other'
    | 'return-direct'
    | 'tool-call-limit'
    | 'suspended';
  readonly raw?: string;
}

/** The position of a stream's chunk: chunks with the same round and id are pieces of one text. */
export interface ChunkPlace {
  /** The number of the model's earlier answers in the turn. */
  readonly round: number;
  /** The id of the text or the reasoning that the chunk belongs to. */
  readonly id?: string;
  /** In the last chunk: the positions of its tool calls in the answer. */
  readonly indexes?: readonly number[];
}

/** The provider's information about an answer besides its content. */
export interface ChatResponseMetadata {
  readonly id?: string;
  readonly model?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  readonly warnings?: readonly string[];
  /** The results of the last batch, if a limit on tool calls ended the turn. */
  readonly toolResults?: readonly ToolResultPart[];
  /** Present in a chunk of a streamed response. */
  readonly chunk?: ChunkPlace;
}

/** One complete answer of a model; plain JSON. */
export interface ChatResponse {
  readonly message: AssistantMessage;
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  readonly metadata?: ChatResponseMetadata;
  readonly providerMetadata?: ProviderMetadata;
}

/** Returns whether an answer contains tool calls for the application. */
export const hasToolCalls = (response: ChatResponse): boolean => response.message.content.some(isToolCall);
