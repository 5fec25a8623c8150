import { checkOptions } from '#core';
import type { Message } from 'toolgate/model';
import type { LastTurn } from 'toolgate/chat';
import { ChatMemory, type GetMessages } from '../contract/chat-memory.js';
import { ChatMemoryException } from '../contract/chat-memory.errors.js';
import type { AppendTurn, ChatMemoryRepository } from '../contract/chat-memory.repository.js';
import type { ConversationRef } from '../contract/conversation-key.js';
import { estimateTokens } from './estimate-tokens.js';
import type { MessageWindowOptions } from './memory-options.js';
import { MEMORY } from './options.js';
import { windowOfAll, windowOfEnd, type WindowLimits } from './message-window.js';

/**
 * Returns the end of a conversation, starting at a user message; the repository stores all of it. System messages are
 * always included. The last turn is complete even if it exceeds the window, because half of it would mislead the model.
 */
export class MessageWindowChatMemory extends ChatMemory {
  private readonly limits: WindowLimits;

  constructor(
    private readonly repository: ChatMemoryRepository,
    options: MessageWindowOptions = {},
  ) {
    super();
    if (!repository)
      throw new ChatMemoryException(
        'MessageWindowChatMemory needs a ChatMemoryRepository. Pass one to its constructor.',
      );
    const { maxMessages = MEMORY.maxMessages.default, maxTokens = MEMORY.maxTokens.default } = options;
    checkOptions({ maxMessages, maxTokens }, MEMORY, { owner: 'a memory', error: ChatMemoryException });
    this.limits = { maxMessages, maxTokens, countTokens: options.countTokens ?? estimateTokens };
  }

  append(
    conversation: ConversationRef,
    turn: string,
    messages: readonly Message[],
    options?: AppendTurn,
  ): Promise<void> {
    return this.repository.append(conversation, turn, messages, options);
  }

  async get(conversation: ConversationRef, { without }: GetMessages = {}): Promise<readonly Message[]> {
    if (without !== undefined) {
      const history = await this.repository.history(conversation);
      const messages = history.filter(({ turn }) => turn !== without).map(({ message }) => message);
      return windowOfAll(messages, this.limits);
    }
    // One message more than fits shows whether there are more.
    const last = this.limits.maxMessages + 1;
    const messages = await this.repository.find(conversation, last === Infinity ? {} : { last });
    if (messages.length < last) return windowOfAll(messages, this.limits);
    const window = windowOfEnd(messages, this.limits);
    if (window) return window;
    const all = await this.repository.find(conversation);
    return windowOfAll(all, this.limits);
  }

  override async lastTurn(conversation: ConversationRef): Promise<LastTurn | undefined> {
    const history = await this.repository.history(conversation);
    const id = history.at(-1)?.turn;
    if (id === undefined) return undefined;
    return { id, messages: history.filter(({ turn }) => turn === id).map(({ message }) => message) };
  }

  clear(conversation: ConversationRef): Promise<void> {
    return this.repository.delete(conversation);
  }

  protected override removeLastTurn(conversation: ConversationRef): Promise<readonly Message[]> {
    return this.repository.removeLast(conversation);
  }
}
