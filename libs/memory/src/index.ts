export { ChatMemory } from './chat-memory.js';
export { ChatMemoryRepository, type FindMessages } from './chat-memory.repository.js';
