import type { Message } from 'toolgate/model';

/** How much of a conversation a prompt contains. */
export interface MessageWindowOptions {
  /** The largest number of messages, system messages included. `Infinity` for no limit. @default 20 */
  readonly maxMessages?: number;
  /** The largest number of tokens, system messages included. @default no limit */
  readonly maxTokens?: number;
  /**
   * Counts the tokens of a message. @default one token per four characters of text, calls and results, and 1,000 per
   * file
   */
  readonly countTokens?: (message: Message) => number;
}

/** How the application's clients remember conversations. */
export interface MemoryOptions extends MessageWindowOptions {
  /** Adds a `MessageChatMemoryAdvisor` to each client that has no memory advisor of its own. @default true */
  readonly enabled?: boolean;
}

/** How the application remembers conversations, and for how long. */
export interface ApplicationMemoryOptions extends MemoryOptions {
  /**
   * How long a conversation is stored after its last message, in milliseconds. It applies to every conversation of the
   * repository.
   * @default no limit
   */
  readonly retentionMs?: number;
}

/** Returns the option `memory` as a record: `true` enables the memory with its defaults. */
export const toMemoryOptions = (
  memory: boolean | ApplicationMemoryOptions | undefined,
): ApplicationMemoryOptions | undefined => {
  if (memory === undefined) return undefined;
  return typeof memory === 'boolean' ? { enabled: memory } : { enabled: true, ...memory };
};
