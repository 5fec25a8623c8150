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
import type { StoredMessage } from '../contract/stored-message.js';

/**
 * Returns the end of a conversation, starting at a user message; the repository stores all of it. The system
 * messages of the last turn that has any are always included; they replace those of earlier turns. The last turn is
 * complete even if it exceeds the window, because half of it would mislead the model.
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
    if (without !== undefined) return this.currentWindow(conversation, without);
    // One message more than fits shows whether there are more.
    const last = this.limits.maxMessages + 1;
    const messages = await this.repository.find(conversation, last === Infinity ? {} : { last });
    // Only the history shows which of several system messages are replaced.
    if (messages.filter(({ role }) => role === 'system').length > 1) return this.currentWindow(conversation);
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

  private async currentWindow(conversation: ConversationRef, without?: string): Promise<readonly Message[]> {
    const history = await this.repository.history(conversation);
    const others = without === undefined ? history : history.filter(({ turn }) => turn !== without);
    return windowOfAll(currentMessages(others), this.limits);
  }

  clear(conversation: ConversationRef): Promise<void> {
    return this.repository.delete(conversation);
  }

  protected override removeLastTurn(conversation: ConversationRef): Promise<readonly Message[]> {
    return this.repository.removeLast(conversation);
  }
}

/**
 * Returns the messages of a conversation without replaced system messages: those of a turn replace those of earlier
 * turns, so that a model does not receive old instructions beside new ones.
 */
const currentMessages = (history: readonly StoredMessage[]): readonly Message[] => {
  const instructed = history.findLast(isSystem)?.turn;
  return history.filter((stored) => !isSystem(stored) || stored.turn === instructed).map(({ message }) => message);
};

const isSystem = ({ message }: StoredMessage): boolean => message.role === 'system';
