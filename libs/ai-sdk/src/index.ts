export { aiSdkChatModel, type AiSdkChatModelSettings } from './ai-sdk-chat-model.js';
export type { AiSdkEmbedder } from './ai-sdk-embedder.js';
export { aiSdkEmbeddingModel, type AiSdkEmbeddingModelSettings } from './ai-sdk-embedding-model.js';
export type { AiSdkLanguageModel, AiSdkSpecificationVersion } from './ai-sdk-language-model.js';
