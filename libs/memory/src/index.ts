export { ChatMemory } from './chat-memory.js';
export { ChatMemoryException } from './chat-memory.errors.js';
export { ChatMemoryRepository, type FindMessages } from './chat-memory.repository.js';
export { checkConversation, checkTurn } from './check-turn.js';
export {
  InMemoryChatMemoryRepository,
  type InMemoryChatMemoryRepositoryOptions,
} from './in-memory-chat-memory.repository.js';
export { estimateTokens } from './estimate-tokens.js';
export { MessageWindowChatMemory, type MessageWindowOptions } from './message-window-chat-memory.js';
