export {
  type Class,
  type Collected,
  type InstanceOf,
  type LoggedIds,
  redactSecrets,
  SeamException,
  TurnAbort,
} from '#core';
export { augmentInputSchema } from './callbacks/augment-input-schema.js';
export type { AugmentationOptions } from './callbacks/augmentation.js';
export {
  AugmentedArgumentConsumer,
  type AugmentedArgumentEvent,
  type ConsumeArguments,
} from './callbacks/augmented-argument.consumer.js';
export { ClientToolCallback } from './callbacks/client-tool-callback.js';
export { clientTool, type ClientToolOptions } from './callbacks/client-tool.js';
export { FunctionToolCallback } from './callbacks/function-tool-callback.js';
export type { FunctionToolOptions, FunctionToolSettings } from './callbacks/function-tool-options.js';
export { functionTool } from './callbacks/function-tool.js';
export { toolCallback, type ToolCallbackOptions } from './callbacks/make-tool-callback.js';
export { MethodToolCallback, type ToolTarget } from './callbacks/method-tool-callback.js';
export { methodTool } from './callbacks/method-tool.js';
export { prepareInput } from './callbacks/prepare-call.js';
export {
  type FunctionToolBody,
  type FunctionToolFactory,
  type InjectedServices,
  provideFunctionTool,
} from './callbacks/provide-function-tool.js';
export { ProviderToolCallback, providerTool, type ProviderToolSource } from './callbacks/provider-tool.js';
export { inputSchemaOf, toolDefinitionOf } from './callbacks/method-definition.js';
export { GatedToolCallingManager, type GatedToolCallingManagerParts } from './calling/gated-tool-calling.manager.js';
export { ToolCallingManager, type ToolExecutionResult } from './calling/tool-calling-manager.js';
export type { ArgumentLimits } from './contract/argument-limits.js';
export type { BatchCall, BatchJournal, SavedResult, StartedCall } from './contract/batch-journal.js';
export type { CallQuestion, Verdict } from './contract/verdict.js';
export type { PreparedCall, SavedCall } from './contract/prepared-call.js';
export { CurrentToolContext } from './contract/current-tool-context.js';
export { InnerRunPendingException, NestedSuspensionException } from './contract/inner-turn.errors.js';
export { type InnerRun, InnerRunPermit } from './contract/inner-run.js';
export type { KnownOutcome } from './contract/known-outcome.js';
export type { MessageExceptionOptions } from './contract/message-exception-options.js';
export type { ReturnedValue } from './contract/returned-value.js';
export { ToolBody } from './contract/tool-body.js';
export type { ToolCallLimits } from './contract/tool-call-limits.js';
export { ToolCallbackProvider } from './contract/tool-callback-provider.js';
export { ToolCallbackResolver } from './contract/tool-callback-resolver.js';
export {
  type AskRequester,
  type BuiltInTool,
  type ClientAnswer,
  type ClientAnswerRead,
  type InputIssue,
  type Issues,
  type Prepared,
  type RawToolResult,
  type ToolCallResult,
  ToolCallResultConverter,
  ToolCallback,
  type ToolResultOrigin,
} from './contract/tool-callback.js';
export type { ToolCallingOptions } from './contract/tool-calling-options.js';
export { type ToolCallInfo, ToolContext, type ToolContextInit } from './contract/tool-context.js';
export type { ToolDefaults } from './contract/tool-defaults.js';
export { ToolExecutionExceptionProcessor } from './contract/tool-execution-exception.processor.js';
export { ToolGate } from './contract/tool-gate.js';
export { ToolInterceptor } from './contract/tool-interceptor.js';
export type { ToolHints, ToolMetadata } from './contract/tool-metadata.js';
export type { ToolSet } from './contract/tool-set.js';
export { ToolVisibility } from './contract/tool-visibility.js';
export {
  type DeclarationProblem,
  type PartialToolExecution,
  type PendingApproval,
  type SuspendedRun,
  type WaitingInside,
  ToolApprovalPendingException,
  ToolBatchException,
  ToolCallLimitExceededException,
  ToolDeclarationException,
  ToolException,
  ToolExecutionException,
  ToolGateException,
  ToolInputException,
  ToolResultException,
  ToolTimeoutException,
} from './contract/tool.errors.js';
export type { CallCounts } from './contract/turn-counts.js';
export type { Turn } from './contract/turn.js';
export { loadPluginMetadata } from './declare/load-plugin-metadata.js';
export type { MethodName } from './declare/method-name.js';
export { ToolParam } from './declare/tool-param.decorator.js';
export { Tool } from './declare/tool.decorator.js';
export { Tools } from './declare/tools.decorator.js';
export type { ToolOptions, ToolsOptions } from './declare/tool-options.js';
export { MessageExceptionProcessor } from './errors/message-exception.processor.js';
export { ToolArgumentsHost } from './pipeline/tool-arguments-host.js';
export { DelegatingToolCallbackResolver } from './registry/delegating-tool-callback.resolver.js';
export { RegistryToolCallbackResolver } from './registry/registry-tool-callback.resolver.js';
export { StaticToolCallbackResolver } from './registry/static-tool-callback.resolver.js';
export type { ToolDescription } from './registry/tool-description.js';
export type { ToolRules } from './registry/tool-rules.js';
export type { RegisteredTool } from './registry/registered-tool.js';
export { ToolRegistry, type ToolRegistrySurroundings } from './registry/tool.registry.js';
export type { LimitsAt } from './report/unknown-limits.js';
export { JsonToolCallResultConverter } from './results/json-tool-call-result.converter.js';
export { type ToolContent, toolContent } from './results/tool-content.js';
export { ToolResults } from './results/tool-results.js';
export type { StandardSchema } from './schema/standard-schema.js';
export { schemaOf } from './schema-writer/schema-of.js';
export { type AugmentedTools, augmentTools } from './selection/augment-tools.js';
export type { ToolPattern } from './selection/name-matcher.js';
export { toolCallbacksFrom } from './selection/tool-callbacks-from.js';
export { TaggedTools, tagged } from './selection/tool-selection.js';
export { ToolSets } from './selection/tool-sets.js';
export type { ToolCallingChatOptions, ToolSource } from './selection/tool-source.js';
export type { JsonSource, ValueOf } from './types/json-source.js';
export type { InputOf, ParametersSource } from './types/parameters-source.js';
export type { ToolQuestion } from './types/tool-question.js';
export type { EnumValues, ToolParamOptions } from './types/tool-param-options.js';
export type { TypeReference, TypeThunk } from './types/type-reference.js';
export { jsonReader, type JsonReader, type ReadValue } from './validation/json-reader.js';
export { type InputValidator, jsonSchemaValidator, type ValidInput } from './validation/json-schema-validator.js';
