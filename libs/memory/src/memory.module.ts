import { Module, type OnModuleInit } from '@nestjs/common';
import { seamProvider, Seams } from '#core';
import { ChatModule } from '#chat';
import { TurnPersistence } from 'toolgate/chat';
import { EmbeddingModel, VectorStore } from 'toolgate/model';
import { AutomaticChatMemoryAdvisor } from './advisors/automatic-chat-memory.advisor.js';
import { shareClosingTurns } from './advisors/closing-turns.js';
import { ChatMemory } from './contract/chat-memory.js';
import { ChatMemoryRepository } from './contract/chat-memory.repository.js';
import { InMemoryChatMemoryRepository } from './in-memory/in-memory-chat-memory.repository.js';
import { InMemoryVectorStore } from './in-memory/in-memory-vector.store.js';
import type { MemoryOptions } from './window/memory-options.js';
import { MEMORY_OPTIONS } from './memory.constants.js';
import { MessageWindowChatMemory } from './window/message-window-chat-memory.js';
import { NoEmbeddingModel } from './vectors/no-embedding.model.js';
import { MemoryRetention } from './retention/memory-retention.js';
import { removalGuards } from './contract/removal-guards.js';

const OPTIONS = { token: MEMORY_OPTIONS, optional: true };

/**
 * Provides a `ChatMemory` and a `VectorStore`, and adds a memory advisor to the application's clients if the option
 * `memory` enables it.
 */
@Module({
  imports: [ChatModule],
  providers: [
    seamProvider(
      ChatMemoryRepository,
      ['append', 'find', 'history', 'removeLast', 'conversations', 'delete', 'deleteUnusedSince'],
      () => {
        // One instance, so that each injection finds the same data.
        const repository = new InMemoryChatMemoryRepository();
        return { fallback: () => repository };
      },
    ),
    seamProvider(
      ChatMemory,
      ['append', 'get', 'lastTurn', 'clear', 'removeLast'],
      (repository: ChatMemoryRepository, options?: MemoryOptions) => ({
        fallback: () => new MessageWindowChatMemory(repository, options),
      }),
      [ChatMemoryRepository, OPTIONS],
    ),
    MemoryRetention,
    seamProvider(EmbeddingModel, ['embed'], () => ({ fallback: () => new NoEmbeddingModel() })),
    seamProvider(
      VectorStore,
      ['add', 'search', 'delete'],
      (model: EmbeddingModel) => {
        const store = new InMemoryVectorStore(model);
        return { fallback: () => store };
      },
      [EmbeddingModel],
    ),
    {
      provide: AutomaticChatMemoryAdvisor,
      inject: [ChatMemory, OPTIONS],
      // Null: the client gets no memory advisor.
      useFactory: (memory: ChatMemory, options: MemoryOptions = {}) =>
        options.enabled === true ? new AutomaticChatMemoryAdvisor(memory) : null,
    },
  ],
  exports: [ChatMemory, ChatMemoryRepository, EmbeddingModel, VectorStore],
})
export class MemoryModule implements OnModuleInit {
  constructor(
    private readonly seams: Seams,
    private readonly persistence: TurnPersistence,
    private readonly memory: ChatMemory,
  ) {}

  onModuleInit(): void {
    const { persistence } = this;
    const effective = this.seams.effective(ChatMemory);
    removalGuards.set(effective, (conversation) => persistence.assertIdle(conversation));
    // The module of an application's own memory injects that one, and other modules inject the delegate.
    shareClosingTurns(effective, this.memory);
  }
}
