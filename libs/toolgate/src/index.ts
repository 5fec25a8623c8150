export {
  AlwaysApproveStrategy,
  ToolApprovalAuditor,
  ToolApprovalContext,
  ToolApprovalDecision,
  type ToolApprovalEvent,
  ToolApprovalException,
  ToolApprovalStrategy,
} from 'toolgate/approval';
export {
  Advise,
  Advisor,
  type AdvisorChain,
  AroundAdvisor,
  type AdvisedStream,
  ChatClient,
  ChatClientException,
  type ChatClientFeature,
  type ChatClientRequest,
  type ChatClientResponse,
  ChatTimeoutException,
  ChatTurnException,
  InjectChatClient,
  StructuredOutputException,
  StructuredOutputValidationAdvisor,
  ReReadingAdvisor,
  SafeGuardAdvisor,
  SimpleLoggerAdvisor,
  ToolCallingAdvisor,
  type TurnOutcome,
} from 'toolgate/chat';
export { ChatMemory, ChatMemoryRepository, MessageChatMemoryAdvisor, MessageWindowChatMemory } from 'toolgate/memory';
export {
  ChatModel,
  ChatModelException,
  type ChatModelFailureKind,
  type ChatResponse,
  type JsonObject,
  type Message,
  type Prompt,
  type StreamPart,
} from 'toolgate/model';
export {
  functionTool,
  methodTool,
  provideFunctionTool,
  Tool,
  ToolArgumentsHost,
  ToolCallback,
  ToolCallbackProvider,
  type ToolCallResult,
  ToolContext,
  ToolDeclarationException,
  ToolException,
  ToolParam,
  Tools,
} from 'toolgate/tool';
export { optionsFromEnvironment } from './environment.js';
export { ToolgateModule } from './toolgate.module.js';
export type { ToolgateModuleOptions } from './toolgate.module-definition.js';
