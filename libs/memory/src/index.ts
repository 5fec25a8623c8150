export { ChatMemory } from './chat-memory.js';
export { ChatMemoryException } from './chat-memory.errors.js';
export { ChatMemoryRepository, type FindMessages } from './chat-memory.repository.js';
export { checkDocuments } from './check-documents.js';
export { checkSearch, checkSelection } from './check-search.js';
export { checkTurn } from './check-turn.js';
export { type ApplicationMemory, clientMemoryAdvisor } from './client-memory-advisor.js';
export { conversationKey, type ConversationRef } from './conversation-key.js';
export { embedTexts, type TextsToEmbed } from './embed-texts.js';
export { estimateTokens } from './estimate-tokens.js';
export {
  InMemoryChatMemoryRepository,
  type InMemoryChatMemoryRepositoryOptions,
} from './in-memory-chat-memory.repository.js';
export { InMemoryVectorStore } from './in-memory-vector.store.js';
export { memoryFilter } from './memory-filter.js';
export { MEMORY_OPTIONS } from './memory.constants.js';
export { type MemoryOptions, toMemoryOptions } from './memory-options.js';
export { MemoryModule } from './memory.module.js';
export { MessageChatMemoryAdvisor, type MessageChatMemoryAdvisorOptions } from './message-chat-memory.advisor.js';
export { MessageWindowChatMemory, type MessageWindowOptions } from './message-window-chat-memory.js';
export type { StoredMessage } from './stored-message.js';
export { tenantName } from './tenant-name.js';
export {
  VectorStoreChatMemoryAdvisor,
  type VectorStoreChatMemoryAdvisorOptions,
} from './vector-store-chat-memory.advisor.js';
export { VectorStoreException } from './vector-store.errors.js';
