import { Advise, type Advisor } from 'toolgate/chat';
import { AutomaticChatMemoryAdvisor } from './automatic-chat-memory.advisor.js';
import { shareClosingTurns } from './closing-turns.js';
import type { ChatMemory } from '../contract/chat-memory.js';
import type { ChatMemoryRepository } from '../contract/chat-memory.repository.js';
import { type MemoryOptions, toMemoryOptions } from '../window/memory-options.js';
import { MessageWindowChatMemory } from '../window/message-window-chat-memory.js';

/** The memory and the repository of the application. */
interface ApplicationMemory {
  readonly memory: ChatMemory;
  readonly repository: ChatMemoryRepository;
}

/** Creates the memory advisor of one client from its option `memory`; null if it has no memory. */
export const clientMemoryAdvisor = (
  client: string,
  options: boolean | MemoryOptions | undefined,
  { memory, repository }: ApplicationMemory,
): Advisor | null => {
  const { enabled = false, ...window } = toMemoryOptions(options) ?? {};
  if (!enabled) return null;

  @Advise({ clients: [client] })
  class ClientMemoryAdvisor extends AutomaticChatMemoryAdvisor {}

  if (Object.values(window).every((value) => value === undefined)) return new ClientMemoryAdvisor(memory);
  const own = new MessageWindowChatMemory(repository, window);
  shareClosingTurns(own, memory);
  return new ClientMemoryAdvisor(own);
};
