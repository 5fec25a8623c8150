export { Advise, type AdviseOptions, orderOf, placeOf } from './advise.decorator.js';
export {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  DEFAULT_ORDER,
  HIGHEST_PRECEDENCE,
  LOWEST_PRECEDENCE,
  MemoryAdvisor,
  ToolAdvisor,
} from './advisor.js';
export { type ModerationContext, type ModerationVerdict, Moderator } from './advisors/moderator.js';
export { ReReadingAdvisor, type ReReadingAdvisorOptions } from './advisors/re-reading.advisor.js';
export { SafeGuardAdvisor, type SafeGuardAdvisorOptions } from './advisors/safe-guard.advisor.js';
export { SimpleLoggerAdvisor, type SimpleLoggerAdvisorOptions } from './advisors/simple-logger.advisor.js';
export { aggregateChatClientResponse } from './aggregate/aggregate-chat-client-response.js';
export { aggregateChatResponse } from './aggregate/aggregate-chat-response.js';
export { causeOf } from './cause-of.js';
export { ChatFeatureModule, type ChatClientFactory, type ChatClientFeature } from './chat-feature.module.js';
export { chatClientToken, InjectChatClient } from './inject-chat-client.decorator.js';
export { keepUnlogged } from './keep-unlogged.js';
export { PromptTemplate, type PromptTemplateOptions, type TemplateParams } from './template/prompt-template.js';
export type { PromptText, SystemInput, UserInput } from './template/prompt-text.js';
export { AroundAdvisor } from './around.advisor.js';
export { aroundStream } from './around-stream.js';
export { pullFrom, type PulledStream } from './pull-from.js';
export { type Delegate, type DelegatingGenerator, delegateTo, DelegatingStream } from './delegating-stream.js';
export { CallResponseSpec, type TurnOutcome } from './call-response-spec.js';
export { ChatClient, type ChatClientSettings } from './chat-client.js';
export { ChatClientRegistry } from './chat-client.registry.js';
export type { AdvisorParams, ChatClientDefaults, ChatClientRecord, CheckedRecord } from './chat-client-record.js';
export type { ChatClientRequest } from './chat-client-request.js';
export { ChatClientRequestSpec } from './chat-client-request-spec.js';
export type { ChatClientResponse } from './chat-client-response.js';
export type { ChatClientRuntime, ToolLoopOptions } from './chat-client-runtime.js';
export { CHAT_OPTIONS, DEFAULT_TENANT } from './chat.constants.js';
export { ChatClientException, ChatTimeoutException, ChatTurnException, RunEndedException } from './chat.errors.js';
export { ChatModule } from './chat.module.js';
export type { MessageInput } from './message-input.js';
export type { ConversationKey } from './conversation-key.js';
export type { ChatClientOptions, ChatModuleOptions } from './chat-options.js';
export type { ChatTurn, TurnEnd, TurnEnding } from './chat-turn.js';
export type { RetryOptions } from './retry/retry-options.js';
export type { RetryPolicy } from './retry/retry-policy.js';
export { ResumeSpec } from './resume-spec.js';
export {
  type ClaimedRun,
  type KeptRequest,
  type LoopState,
  type ResumedRun,
  RunCheckpoints,
  type SpentCounts,
  type SuspendedTurn,
  type Suspension,
} from './run-checkpoints.js';
export type { EntityOptions } from './structured-output/entity-options.js';
export type { PartialOf } from './structured-output/partial-of.js';
export type { ResponseEntity } from './structured-output/response-entity.js';
export { StructuredOutputException } from './structured-output/structured-output.errors.js';
export {
  StructuredOutputValidationAdvisor,
  type StructuredOutputValidationOptions,
} from './structured-output/structured-output-validation.advisor.js';
export { standsInsideLoop } from './stands-inside-loop.js';
export { StreamResponseSpec } from './stream-response-spec.js';
export { ToolAdvisorFactory, ToolCallingAdvisorFactory } from './tool-advisor.factory.js';
export { ToolCallingAdvisor, type ToolCallingAdvisorOptions } from './tool-calling.advisor.js';
export {
  HasToolCallsEligibilityChecker,
  ToolExecutionEligibilityChecker,
} from './tool-execution-eligibility.checker.js';
export { describeError, idsForLog, seamProvider, Seams } from 'toolgate/tool';
export { atTurnEnd } from './turn-end.js';
export { type PartAttributes, type TurnPart, type TurnWatch, watched } from './turn-watch.js';
export { withContext } from './with-context.js';
