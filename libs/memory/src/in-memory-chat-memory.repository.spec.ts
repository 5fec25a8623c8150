import { describe, expect, it } from '@jest/globals';
import { userMessage } from 'toolgate/model';
import { chatMemoryRepositoryContract } from 'toolgate/testing';
import { InMemoryChatMemoryRepository } from './in-memory-chat-memory.repository.js';

chatMemoryRepositoryContract(
  { describe, it },
  { name: 'InMemoryChatMemoryRepository', create: (setting) => new InMemoryChatMemoryRepository(setting) },
);

describe('InMemoryChatMemoryRepository', () => {
  it('goes by the clock of the machine where it has no other', async () => {
    const repository = new InMemoryChatMemoryRepository();
    await repository.append('c', '1', [userMessage('Hi')]);
    expect(await repository.deleteUnusedSince(new Date(Date.now() - 60_000))).toBe(0);
    expect(await repository.deleteUnusedSince(new Date(Date.now() + 60_000))).toBe(1);
  });

  it('hands out frozen messages, so that nobody changes a conversation by accident', async () => {
    const repository = new InMemoryChatMemoryRepository();
    await repository.append('c', '1', [userMessage('Hi')]);
    const [message] = await repository.find('c');
    expect(() => Object.assign(message!, { role: 'system' })).toThrow(TypeError);
  });
});
