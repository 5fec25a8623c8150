import { type Message, SEAM } from 'toolgate/model';
import type { ConversationRef } from './conversation-key.js';
import type { StoredMessage } from './stored-message.js';

/** Which messages of a conversation are wanted. */
export interface FindMessages {
  /** Only the last so many, and every system message before them. @default all */
  readonly last?: number;
}

/**
 * Keeps the messages of conversations, a turn at a time. Tenants share nothing: one id of two tenants is two
 * conversations. An id and a tenant are any text that is not empty; a missing id, and a message list with nothing in its
 * place, is an error. `conversationKey` reads what names a conversation.
 */
export abstract class ChatMemoryRepository {
  static readonly [SEAM]: string = 'ChatMemoryRepository';

  /** Adds a turn's messages behind what is there, all or none of them. A turn that is there already stays as it is. */
  abstract append(conversation: ConversationRef, turn: string, messages: readonly Message[]): Promise<void>;

  /** The messages of a conversation, oldest first, each turn's together; none where nobody knows the conversation. */
  abstract find(conversation: ConversationRef, options?: FindMessages): Promise<readonly Message[]>;

  /** Like `find()`, with the turn and the time of each message. */
  abstract history(conversation: ConversationRef, options?: FindMessages): Promise<readonly StoredMessage[]>;

  /**
   * Removes the last turn of a conversation, all of it, and returns its messages, oldest first; none if there is none. The
   * turn may come again. Of messages without a turn, those from the last question on are the last turn.
   */
  abstract removeLast(conversation: ConversationRef): Promise<readonly Message[]>;

  /** The ids of all conversations of a tenant, `default` if none is given, in alphabetical order. */
  abstract conversations(tenant?: string): Promise<readonly string[]>;

  /** Forgets a conversation. */
  abstract delete(conversation: ConversationRef): Promise<void>;

  /** Forgets the conversations of every tenant in which nothing was said since a time; returns how many. */
  abstract deleteUnusedSince(time: Date): Promise<number>;
}
