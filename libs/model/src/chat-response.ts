import type { ProviderMetadata, ToolResultPart } from './content.js';
import { type AssistantMessage, isToolCall } from './message.js';
import type { Usage } from './usage.js';

/** Why an answer ended: one word for all providers, and the provider's own. */
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

/** Where a chunk of a stream belongs: chunks of one round and one id are pieces of one text. */
export interface ChunkPlace {
  /** The model's answers before this one within the turn. */
  readonly round: number;
  /** The text, or the reasoning, that it is a piece of. */
  readonly id?: string;
  /** Of the last chunk: where its tool calls stand in the answer. */
  readonly indexes?: readonly number[];
}

/** What a provider told about an answer beside its content. */
export interface ChatResponseMetadata {
  readonly id?: string;
  readonly model?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  readonly warnings?: readonly string[];
  /** Where the turn's limit on tool calls ended it: the results of the batch that reached it. */
  readonly toolResults?: readonly ToolResultPart[];
  /** Of a response that is a piece of a streamed one. */
  readonly chunk?: ChunkPlace;
}

/** One whole answer of a model; plain JSON. */
export interface ChatResponse {
  readonly message: AssistantMessage;
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  readonly metadata?: ChatResponseMetadata;
  readonly providerMetadata?: ProviderMetadata;
}

/** Whether an answer asks the application to run tools. */
export const hasToolCalls = (response: ChatResponse): boolean => response.message.content.some(isToolCall);
