import { type Message, SEAM } from 'toolgate/model';
import { ChatMemoryException } from './chat-memory.errors.js';
import { conversationKey, type ConversationRef } from './conversation-key.js';
import { removalGuards } from './removal-guards.js';

/** Provides the past messages of a conversation for its next prompt. */
export abstract class ChatMemory {
  static readonly [SEAM]: string = 'ChatMemory';

  /** Stores a turn's messages, all or none of them. A turn that is already stored does not change. */
  abstract append(conversation: ConversationRef, turn: string, messages: readonly Message[]): Promise<void>;

  /** Returns the stored messages, oldest first; a tool call is never separated from its result. */
  abstract get(conversation: ConversationRef): Promise<readonly Message[]>;

  /** Deletes a conversation. */
  abstract clear(conversation: ConversationRef): Promise<void>;

  /**
   * Removes the last turn of a conversation, so that its question can be asked again; returns its messages, oldest
   * first, or an empty list. Rejects while a run of the conversation waits for approval or is resumed.
   */
  async removeLast(conversation: ConversationRef): Promise<readonly Message[]> {
    await removalGuards.get(this)?.(conversationKey(conversation));
    return this.removeLastTurn(conversation);
  }

  /** Removes the last turn for `removeLast`. Override it in a memory that supports this. */
  protected async removeLastTurn(_conversation: ConversationRef): Promise<readonly Message[]> {
    throw new ChatMemoryException(
      `${this.constructor.name} cannot remove the last turn of a conversation. Override removeLastTurn(conversation) in it.`,
    );
  }
}
