import { Module } from '@nestjs/common';
import { ChatModule, seamProvider } from 'toolgate/chat';
import { AutomaticChatMemoryAdvisor } from './automatic-chat-memory.advisor.js';
import { ChatMemory } from './chat-memory.js';
import { ChatMemoryRepository } from './chat-memory.repository.js';
import { InMemoryChatMemoryRepository } from './in-memory-chat-memory.repository.js';
import type { MemoryOptions } from './memory-options.js';
import { MEMORY_OPTIONS } from './memory.constants.js';
import { MessageWindowChatMemory } from './message-window-chat-memory.js';

const OPTIONS = { token: MEMORY_OPTIONS, optional: true };

/** Gives the application a `ChatMemory`, and its clients a memory advisor where that is wanted. */
@Module({
  imports: [ChatModule],
  providers: [
    seamProvider(ChatMemoryRepository, ['append', 'find', 'conversations', 'delete', 'deleteUnusedSince'], () => {
      // One for good: whoever asks again must find what was kept.
      const repository = new InMemoryChatMemoryRepository();
      return { fallback: () => repository };
    }),
    seamProvider(
      ChatMemory,
      ['append', 'get', 'clear'],
      (repository: ChatMemoryRepository, options?: MemoryOptions) => ({
        fallback: () => new MessageWindowChatMemory(repository, options),
      }),
      [ChatMemoryRepository, OPTIONS],
    ),
    {
      provide: AutomaticChatMemoryAdvisor,
      inject: [ChatMemory, OPTIONS],
      // Null is no advisor, and none is found.
      useFactory: (memory: ChatMemory, options: MemoryOptions = {}) =>
        options.enabled === true ? new AutomaticChatMemoryAdvisor(memory) : null,
    },
  ],
  exports: [ChatMemory, ChatMemoryRepository],
})
export class MemoryModule {}
