import type { LastTurn } from 'toolgate/chat';
import { type Message, SEAM } from 'toolgate/model';
import { ChatMemoryException } from './chat-memory.errors.js';
import type { AppendTurn } from './chat-memory.repository.js';
import { conversationKey, type ConversationRef } from './conversation-key.js';
import { removalGuards } from './removal-guards.js';

/** Which messages of a conversation a prompt contains. */
export interface GetMessages {
  /** The id of a turn to leave out. */
  readonly without?: string;
}

/** Provides the past messages of a conversation for its next prompt. */
export abstract class ChatMemory {
  static readonly [SEAM]: string = 'ChatMemory';

  /**
   * Stores a turn's messages, all or none of them. A turn that is already stored does not change. With `replaces`, the
   * same write removes that turn if it is the last one.
   */
  abstract append(
    conversation: ConversationRef,
    turn: string,
    messages: readonly Message[],
    options?: AppendTurn,
  ): Promise<void>;

  /** Returns the stored messages, oldest first; a tool call is never separated from its result. */
  abstract get(conversation: ConversationRef, options?: GetMessages): Promise<readonly Message[]>;

  /**
   * Returns the last turn of a conversation, so that it can be regenerated; undefined if there is none, or if an earlier
   * version stored it without an id. Override it in a memory whose `append` and `get` read their options.
   */
  async lastTurn(_conversation: ConversationRef): Promise<LastTurn | undefined> {
    throw new ChatMemoryException(
      `${this.constructor.name} cannot return the last turn of a conversation. Override lastTurn(conversation) in it.`,
    );
  }

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
