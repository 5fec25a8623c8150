import type { MessageWindowOptions } from './message-window-chat-memory.js';

/** How the application's clients remember conversations. */
export interface MemoryOptions extends MessageWindowOptions {
  /** Adds a `MessageChatMemoryAdvisor` to each client that has no memory advisor of its own. @default true */
  readonly enabled?: boolean;
}

/** Returns the option `memory` as a record: `true` enables the memory with its defaults. */
export const toMemoryOptions = (memory: boolean | MemoryOptions | undefined): MemoryOptions | undefined => {
  if (memory === undefined) return undefined;
  return typeof memory === 'boolean' ? { enabled: memory } : { enabled: true, ...memory };
};
