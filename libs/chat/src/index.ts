export { AgentToolCallback, agentTool, type AgentToolOptions } from './agents/agent-tool.js';
export { AroundAdvisor } from './advisors/around.advisor.js';
export { type ModerationContext, type ModerationVerdict, Moderator } from './advisors/moderator.js';
export { ReReadingAdvisor, type ReReadingAdvisorOptions } from './advisors/re-reading.advisor.js';
export { SafeGuardAdvisor, type SafeGuardAdvisorOptions } from './advisors/safe-guard.advisor.js';
export { SimpleLoggerAdvisor, type SimpleLoggerAdvisorOptions } from './advisors/simple-logger.advisor.js';
export { aggregateChatClientResponse, aggregateChatResponse } from './chunks/aggregate.js';
export { CallResponseSpec } from './client/call-handle.js';
export { ChatClient, type ChatClientSettings } from './client/chat-client.js';
export { ChatClientRegistry } from './client/chat-client.registry.js';
export type { ChatClientOptions, ChatModuleOptions } from './client/chat-options.js';
export { chatClientToken, InjectChatClient } from './client/inject-chat-client.decorator.js';
export { FollowedTurn, LiveTurn } from './client/live-turn.js';
export { PromptBuilder } from './client/prompt-builder.js';
export { ResumeHandle } from './client/resume-handle.js';
export { StreamResponseSpec } from './client/stream-handle.js';
export type { TurnOutcome } from './client/turn-outcome.js';
export { Advise, type AdviseOptions, orderOf, placeOf } from './contract/advise.decorator.js';
export {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  DEFAULT_ORDER,
  HIGHEST_PRECEDENCE,
  type LastTurn,
  LOWEST_PRECEDENCE,
  MemoryAdvisor,
  ToolAdvisor,
} from './contract/advisor.js';
export type { ChatClientRequest } from './contract/chat-client-request.js';
export type { ChatClientResponse } from './contract/chat-client-response.js';
export type { ChatTurn, DurableTurn, RegenerateInput } from './contract/chat-turn.js';
export type { ConversationKey } from './contract/conversation-key.js';
export type { EntityOptions } from './contract/entity-options.js';
export {
  type ClaimedRun,
  type LoopState,
  type ResumedRun,
  type TurnRequester,
  TurnPersistence,
  type SpentCounts,
  type SuspendedTurn,
  type Suspension,
} from './contract/turn-persistence.js';
export type { TurnEnd, TurnEnding } from './contract/turn-ending.js';
export type { SavedRequest } from './contract/saved-request.js';
export {
  type LiveTurnOwner,
  type LoggedTurn,
  type OpenedTurn,
  type PartLists,
  TurnLog,
  type TurnLogWriter,
} from './contract/turn-log.js';
export { LiveTurnFeed } from './contract/live-turn.feed.js';
export type { TurnOperator } from './contract/turn-operator.js';
export { TurnSlot } from './contract/turn-slot.js';
export { type PartAttributes, type TurnPart, watched } from './contract/turn-watch.js';
export {
  causeOf,
  ChatClientException,
  ChatTimeoutException,
  ChatTurnException,
  RegenerateException,
  RunEndedException,
  ShuttingDownException,
} from './errors/chat.errors.js';
export { LiveTurnException, type LiveTurnProblem } from './errors/live-turn.errors.js';
export { InMemoryTurnLog } from './live/in-memory-turn.log.js';
export type { LiveTurnOptions } from './live/options.js';
export { ToolAdvisorFactory } from './loop/tool-advisor.factory.js';
export { ToolCallingAdvisor, type ToolCallingAdvisorOptions } from './loop/tool-calling.advisor.js';
export {
  HasToolCallsEligibilityChecker,
  ToolExecutionEligibilityChecker,
} from './loop/tool-execution-eligibility.checker.js';
export type { RetryOptions, RetryPolicy } from './model-call/retry-options.js';
export type {
  AdvisorParams,
  ChatClientDefaults,
  ChatClientRecord,
  CheckedRecord,
} from './prompt/chat-client-record.js';
export type { MessageInput } from './prompt/message-input.js';
export { PromptTemplate, type PromptTemplateOptions, type TemplateParams } from './prompt/prompt-template.js';
export type { PromptText, SystemInput, UserInput } from './prompt/prompt-text.js';
export type { PartialOf } from './structured-output/partial-of.js';
export type { ResponseEntity } from './structured-output/response-entity.js';
export {
  StructuredOutputValidationAdvisor,
  type StructuredOutputValidationOptions,
} from './structured-output/structured-output-validation.advisor.js';
export { StructuredOutputException } from './structured-output/structured-output.errors.js';
export type { ChatClientRuntime, ToolLoopOptions } from './turn/chat-client-runtime.js';
export { atTurnEnd } from './turn/turn-end.js';
