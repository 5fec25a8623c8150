export { type InputValidator, jsonSchemaValidator, type ValidInput } from './declaration/json-schema-validator.js';
export { jsonReader, type JsonReader, type ReadValue } from './declaration/json-reader.js';
export type { JsonSource, ValueOf } from './declaration/json-source.js';
export type { FunctionToolOptions, FunctionToolSettings } from './declaration/function-tool-options.js';
export type { MethodName } from './declaration/method-name.js';
export { isStandardSchema, type StandardSchema } from './declaration/standard-schema.js';
export { type EnumValues, ToolParam, type ToolParamOptions } from './declaration/tool-param.decorator.js';
export type { ToolDefaults } from './declaration/tool-defaults.js';
export { Tool, type ToolOptions } from './declaration/tool.decorator.js';
export { Tools, type ToolsOptions } from './declaration/tools.decorator.js';
export type { Class, TypeReference, TypeThunk } from './declaration/type-reference.js';
export { DelegatingToolCallbackResolver } from './delegating-tool-callback.resolver.js';
export { FunctionToolCallback } from './function-tool-callback.js';
export { describeError } from './describe-error.js';
export { functionTool } from './function-tool.js';
export { inputSchemaOf } from './input-schema-of.js';
export { loadPluginMetadata } from './load-plugin-metadata.js';
export { methodTool } from './method-tool.js';
export {
  type FunctionToolBody,
  type FunctionToolFactory,
  type InjectedServices,
  provideFunctionTool,
} from './provide-function-tool.js';
export { ProviderToolCallback, providerTool, type ProviderToolSource } from './provider-tool.js';
export { schemaOf } from './schema-of.js';
export { StaticToolCallbackResolver } from './static-tool-callback.resolver.js';
export type { KnownOutcome } from './known-outcome.js';
export { toolCallbacksFrom } from './tool-callbacks-from.js';
export { toolDefinitionOf } from './tool-definition-of.js';
export { callDirectly } from './execution/call-directly.js';
export { freezeJson } from './execution/freeze-json.js';
export { isPromiseLike } from './execution/is-promise-like.js';
export { issueOfSize } from './execution/issue-of-size.js';
export { startTimer } from './execution/start-timer.js';
export type { ArgumentLimits } from './execution/argument-limits.js';
export { layLimits, type ToolCallLimits } from './execution/tool-call-limits.js';
export { TurnAbort, untilAborted } from './execution/turn-abort.js';
export { type CallCounts, TurnCounts, turnStart } from './execution/turn-counts.js';
export { GatedToolCallingManager, type GatedToolCallingManagerParts } from './gated-tool-calling.manager.js';
export { JsonToolCallResultConverter } from './json-tool-call-result.converter.js';
export { MessageExceptionProcessor, type MessageExceptionOptions } from './message-exception.processor.js';
export { MethodToolCallback, type ToolTarget } from './method-tool-callback.js';
export { redactSecrets } from './redact-secrets.js';
export { idsForLog, type LoggedIds } from './ids-for-log.js';
export { isDebugEnabled } from './is-debug-enabled.js';
export { ToolArgumentsHost } from './pipeline/tool-arguments-host.js';
export { RegistryToolCallbackResolver } from './registry-tool-callback.resolver.js';
export { CurrentToolContext } from './execution/current-tool-context.js';
export { ToolBody } from './execution/tool-body.js';
export type { ToolDescription } from './report/tool-description.js';
export type { ToolRules } from './report/tool-rules.js';
export { type AugmentedTools, augmentTools } from './augmentation/augment-tools.js';
export { augmentInputSchema } from './augmentation/augment-input-schema.js';
export type { AugmentationOptions } from './augmentation/augmentation.js';
export {
  AugmentedArgumentConsumer,
  type AugmentedArgumentEvent,
  type ConsumeArguments,
} from './augmentation/augmented-argument.consumer.js';
export type { InputOf, ParametersSource } from './declaration/input-of.js';
export { RunEverythingGate } from './run-everything.gate.js';
export { registerBrand } from './seam/assert-one-copy.js';
export type { Collected } from './seam/collected.js';
export type { SeamToken } from './seam/delegate.js';
export { instanceRemedy } from './seam/instance-remedy.js';
export { SeamException } from './seam/seam.errors.js';
export { seamProvider } from './seam/seam-provider.js';
export { type SeamOptions, Seams } from './seam/seams.js';
export {
  type BuiltInTool,
  type ClientAnswer,
  type ClientAnswerRead,
  type InputIssue,
  type Issues,
  type Prepared,
  type RawToolResult,
  ToolCallback,
  type ToolCallResult,
} from './tool-callback.js';
export { type ToolContent, toolContent } from './results/tool-content.js';
export { type InstanceOf, ProviderInstances } from './seam/provider-instances.js';
export { clientTool, type ClientToolOptions } from './client-tool.js';
export { ClientToolCallback } from './client-tool-callback.js';
export { toolCallback, type ToolCallbackOptions } from './make-tool-callback.js';
export { ToolCallbackProvider } from './tool-callback-provider.js';
export { type LimitsAt, unknownLimits } from './report/unknown-limits.js';
export { prepareInput } from './execution/prepare-call.js';
export { ToolCallbackResolver } from './tool-callback-resolver.js';
export { ToolCallResultConverter, type ToolResultOrigin } from './tool-call-result-converter.js';
export { ToolCallingManager, type ToolExecutionResult } from './tool-calling-manager.js';
export type { ToolCallingOptions } from './tool-calling-options.js';
export { TOOL_CALLING_OPTIONS } from './tool.constants.js';
export { type ToolCallInfo, ToolContext, type ToolContextInit } from './tool-context.js';
export {
  type PartialToolExecution,
  type PendingApproval,
  type SuspendedRun,
  describeIssues,
  NestedSuspensionException,
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
} from './tool.errors.js';
export { ToolExecutionExceptionProcessor } from './tool-execution-exception.processor.js';
export { settledParts } from './execution/settled-parts.js';
export type {
  BatchCall,
  BatchCheckpoints,
  CallQuestion,
  KeptCall,
  KeptResult,
  StartedCall,
} from './batch-checkpoints.js';
export { type PreparedCall, ToolGate, type Verdict } from './tool-gate.js';
export { ToolInterceptor } from './tool-interceptor.js';
export type { ToolHints, ToolMetadata } from './tool-metadata.js';
export { ToolModule } from './tool.module.js';
export { type RegisteredTool, ToolRegistry, type ToolRegistrySurroundings } from './tool.registry.js';
export { expandProviders, type ToolCallingChatOptions, type ToolSource } from './tool-source.js';
export { type ToolSet, toolSetOf } from './tool-set.js';
export { nameMatcher, type ToolPattern } from './selection/name-matcher.js';
export { TaggedTools, tagged } from './selection/tool-selection.js';
export { ToolResults } from './tool-results.js';
export { ToolVisibility } from './tool-visibility.js';
export { ToolSets } from './tool-sets.js';
export type { Turn } from './turn.js';
