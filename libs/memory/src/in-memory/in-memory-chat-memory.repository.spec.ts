import { describe, expect, it } from 'vitest';
import { userMessage } from 'toolgate/model';
import { chatMemoryRepositoryContract } from 'toolgate/testing';
import { InMemoryChatMemoryRepository } from './in-memory-chat-memory.repository.js';

chatMemoryRepositoryContract(
  { describe, it },
  { name: 'InMemoryChatMemoryRepository', create: (setting) => new InMemoryChatMemoryRepository(setting) },
);

describe('InMemoryChatMemoryRepository', () => {
  it('uses the system clock by default', async () => {
    const repository = new InMemoryChatMemoryRepository();
    await repository.append('c', '1', [userMessage('Hi')]);
    expect(await repository.deleteUnusedSince(new Date(Date.now() - 60_000))).toBe(0);
    expect(await repository.deleteUnusedSince(new Date(Date.now() + 60_000))).toBe(1);
  });

  it('returns frozen messages, so that a caller cannot change a conversation by accident', async () => {
    const repository = new InMemoryChatMemoryRepository();
    await repository.append('c', '1', [userMessage('Hi')]);
    const [message] = await repository.find('c');
    expect(() => Object.assign(message!, { role: 'system' })).toThrow(TypeError);
  });
});
