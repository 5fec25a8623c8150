export { type JsonObject, type JsonSchema, type JsonValue, LineLogger, SEAM, toJson, visibleText } from '#core';
export { ChatModel, type ChatModelCall, type ChatModelOptions } from './chat-model.js';
export {
  ChatModelException,
  type ChatModelFailure,
  type ChatModelFailureKind,
  type ModelName,
} from './chat-model.errors.js';
export type { ChatOptions, ResponseFormat, ToolChoice } from './chat-options.js';
export {
  type ChatResponse,
  type ChatResponseMetadata,
  type ChunkPlace,
  type FinishReason,
  hasToolCalls,
} from './chat-response.js';
export { type ChatStream, drain } from './chat-stream.js';
export {
  type CustomPart,
  ENTITY_KIND,
  type FilePart,
  type ProviderMetadata,
  type ReasoningPart,
  type TextPart,
  type ToolCallPart,
  type ToolResultOutput,
  type ToolResultPart,
} from './content.js';
export { EmbeddingModel, type EmbeddingModelCall, type EmbeddingResponse } from './embedding-model.js';
export { filePart } from './file-part.js';
export { foldStream, type StreamFold } from './fold-stream.js';
export {
  type AssistantMessage,
  assistantMessage,
  type AssistantPart,
  type Message,
  type SystemMessage,
  systemMessage,
  textOf,
  toolCallsOf,
  type ToolMessage,
  toolMessage,
  type UserMessage,
  userMessage,
} from './message.js';
export { augmentSystem, augmentUser, lastUserMessage, lastUserOrToolMessage, systemTextOf } from './message-list.js';
export type { Prompt } from './prompt.js';
export type { RequesterQuestion } from './requester-question.js';
export type {
  DeltaPart,
  FinishPart,
  StreamPart,
  SuspendedCall,
  SuspendedPart,
  ResumedPart,
  ErrorPart,
  ToolInputDeltaPart,
  ToolProgressPart,
  ToolApprovalRequestPart,
  ToolRejectedPart,
} from './stream-part.js';
export type { ToolCallErrorKind, ToolCallOutcome } from './tool-call-outcome.js';
export type { ToolDefinition, ToolInputExample } from './tool-definition.js';
export type { Usage } from './usage.js';
export {
  type FoundDocument,
  type MetadataFilter,
  type VectorDocument,
  type VectorSearch,
  type VectorSelection,
  VectorStore,
} from './vector-store.js';
