export { memoryFilter } from './advisors/memory-filter.js';
export {
  MessageChatMemoryAdvisor,
  type MessageChatMemoryAdvisorOptions,
} from './advisors/message-chat-memory.advisor.js';
export {
  VectorStoreChatMemoryAdvisor,
  type VectorStoreChatMemoryAdvisorOptions,
} from './advisors/vector-store-chat-memory.advisor.js';
export { ChatMemoryException } from './contract/chat-memory.errors.js';
export { ChatMemory, type GetMessages } from './contract/chat-memory.js';
export { type AppendTurn, ChatMemoryRepository, type FindMessages } from './contract/chat-memory.repository.js';
export { conversationKey, type ConversationRef } from './contract/conversation-key.js';
export type { StoredMessage } from './contract/stored-message.js';
export {
  InMemoryChatMemoryRepository,
  type InMemoryChatMemoryRepositoryOptions,
} from './in-memory/in-memory-chat-memory.repository.js';
export { InMemoryVectorStore } from './in-memory/in-memory-vector.store.js';
export { checkDocuments } from './vectors/check-documents.js';
export { checkSearch, checkSelection } from './vectors/check-search.js';
export { embedTexts, type TextsToEmbed } from './vectors/embed-texts.js';
export { VectorStoreException } from './vectors/vector-store.errors.js';
export type { ApplicationMemoryOptions, MemoryOptions, MessageWindowOptions } from './window/memory-options.js';
export { MessageWindowChatMemory } from './window/message-window-chat-memory.js';
