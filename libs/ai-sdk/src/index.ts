export { aiSdkChatModel, type AiSdkChatModelSettings } from './ai-sdk-chat-model.js';
export type { AiSdkLanguageModel, AiSdkSpecificationVersion } from './ai-sdk-language-model.js';
