import type { Message } from 'toolgate/model';
import { ChatMemory } from './chat-memory.js';
import { ChatMemoryException } from './chat-memory.errors.js';
import type { ChatMemoryRepository } from './chat-memory.repository.js';
import type { ConversationRef } from './conversation-key.js';
import { estimateTokens } from './estimate-tokens.js';
import { windowOf, type WindowLimits } from './message-window.js';

/** How much of a conversation a model is told. */
export interface MessageWindowOptions {
  /** System messages count. `Infinity` for no limit. @default 20 */
  readonly maxMessages?: number;
  /** System messages count. @default no limit */
  readonly maxTokens?: number;
  /** @default a token for each four characters of text, calls and results, and 1,000 for a file */
  readonly countTokens?: (message: Message) => number;
}

/**
 * Tells a model the end of a conversation, from a question on; the repository keeps all of it. System messages stay.
 * The last turn stays whole, also where it alone is larger than the window: half of it would mislead.
 */
export class MessageWindowChatMemory extends ChatMemory {
  private readonly limits: WindowLimits;

  constructor(
    private readonly repository: ChatMemoryRepository,
    options: MessageWindowOptions = {},
  ) {
    super();
    if (!repository) throw new ChatMemoryException('MessageWindowChatMemory needs a ChatMemoryRepository.');
    const { maxMessages = 20, maxTokens = Infinity, countTokens = estimateTokens } = options;
    this.limits = {
      maxMessages: whole('maxMessages', maxMessages),
      maxTokens: whole('maxTokens', maxTokens),
      countTokens,
    };
  }

  append(conversation: ConversationRef, turn: string, messages: readonly Message[]): Promise<void> {
    return this.repository.append(conversation, turn, messages);
  }

  async get(conversation: ConversationRef): Promise<readonly Message[]> {
    // One more than fits tells whether there is more.
    const last = this.limits.maxMessages + 1;
    const messages = await this.repository.find(conversation, last === Infinity ? {} : { last });
    const window = windowOf({ messages, isWhole: messages.length < last }, this.limits);
    if (window) return window;
    const all = await this.repository.find(conversation);
    return windowOf({ messages: all, isWhole: true }, this.limits)!;
  }

  clear(conversation: ConversationRef): Promise<void> {
    return this.repository.delete(conversation);
  }

  protected override removeLastTurn(conversation: ConversationRef): Promise<readonly Message[]> {
    return this.repository.removeLast(conversation);
  }
}

const whole = (name: string, value: number): number => {
  if (value === Infinity || (Number.isInteger(value) && value > 0)) return value;
  throw new ChatMemoryException(`${name} is ${String(value)}. Give a whole number above 0, or leave it out.`);
};
