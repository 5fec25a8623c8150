import type { MessageWindowOptions } from './message-window-chat-memory.js';

/** What the application's clients remember. */
export interface MemoryOptions extends MessageWindowOptions {
  /** Gives every client a `MessageChatMemoryAdvisor`, unless it has a memory advisor of its own. @default true */
  readonly enabled?: boolean;
}

/** What an application says of its memory, as a record: `true` switches it on as it is. */
export const toMemoryOptions = (memory: boolean | MemoryOptions | undefined): MemoryOptions | undefined => {
  if (memory === undefined) return undefined;
  return typeof memory === 'boolean' ? { enabled: memory } : { enabled: true, ...memory };
};
