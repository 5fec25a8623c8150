import { type Message, SEAM } from 'toolgate/model';
import { ChatMemoryException } from './chat-memory.errors.js';
import { conversationKey, type ConversationRef } from './conversation-key.js';
import { removalGuards } from './removal-guards.js';

/** What a model is told of a conversation's past. */
export abstract class ChatMemory {
  static readonly [SEAM]: string = 'ChatMemory';

  /** Remembers a turn's messages, all or none of them. A turn that is remembered already stays as it is. */
  abstract append(conversation: ConversationRef, turn: string, messages: readonly Message[]): Promise<void>;

  /** What is remembered, oldest first: never a tool's call parted from its result. */
  abstract get(conversation: ConversationRef): Promise<readonly Message[]>;

  /** Forgets a conversation. */
  abstract clear(conversation: ConversationRef): Promise<void>;

  /**
   * Removes the last turn of a conversation, so that its question can be asked again; returns its messages, oldest first,
   * and none if nothing is remembered. Rejects while a run of the conversation waits for a person or is resumed.
   */
  async removeLast(conversation: ConversationRef): Promise<readonly Message[]> {
    await removalGuards.get(this)?.(conversationKey(conversation));
    return this.removeLastTurn(conversation);
  }

  /** Removes the last turn, as `removeLast` is asked to. A memory that can do so overrides it. */
  protected async removeLastTurn(_conversation: ConversationRef): Promise<readonly Message[]> {
    throw new ChatMemoryException(
      `${this.constructor.name} cannot remove the last turn of a conversation. Override removeLastTurn(conversation) in it.`,
    );
  }
}
