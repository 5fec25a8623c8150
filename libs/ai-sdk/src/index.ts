export { aiSdkChatModel, type AiSdkChatModelSettings } from './chat-model/ai-sdk-chat-model.js';
export type { AiSdkEmbedder } from './provider/ai-sdk-embedder.js';
export { aiSdkEmbeddingModel, type AiSdkEmbeddingModelSettings } from './embedding-model/ai-sdk-embedding-model.js';
export type { AiSdkLanguageModel, AiSdkSpecificationVersion } from './provider/ai-sdk-language-model.js';
