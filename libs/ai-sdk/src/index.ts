export { aiSdkChatModel, type AiSdkChatModelSettings } from './ai-sdk-chat-model.js';
export type { AiSdkLanguageModel, AiSdkSpecificationVersion } from './ai-sdk-language-model.js';
export { ChatModelException, type ModelName } from './chat-model.errors.js';
