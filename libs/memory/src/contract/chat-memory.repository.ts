import { type Message, SEAM } from 'toolgate/model';
import type { ConversationRef } from './conversation-key.js';
import type { StoredMessage } from './stored-message.js';

/** Which messages of a conversation to find. */
export interface FindMessages {
  /** The number of last messages; every system message before them is added. @default all */
  readonly last?: number;
}

/** The options of adding a turn to a conversation. */
export interface AppendTurn {
  /** The id of the turn that the added turn replaces. Without effect if another turn is the last one by now. */
  readonly replaces?: string;
}

/**
 * Stores the messages of conversations, one turn at a time. Tenants share nothing: the same id of two tenants names two
 * conversations. An id and a tenant are strings that are not empty. A repository throws if the id is missing, or if the
 * list of messages has an empty entry. `conversationKey` validates the name of a conversation.
 */
export abstract class ChatMemoryRepository {
  static readonly [SEAM]: string = 'ChatMemoryRepository';

  /**
   * Adds a turn's messages after the stored ones, all or none of them. A turn that is already stored does not change.
   * With `replaces`, the same write removes that turn if it is the last one.
   */
  abstract append(
    conversation: ConversationRef,
    turn: string,
    messages: readonly Message[],
    options?: AppendTurn,
  ): Promise<void>;

  /**
   * Returns the messages of a conversation, oldest first, those of a turn together; an empty list for an unknown
   * conversation.
   */
  abstract find(conversation: ConversationRef, options?: FindMessages): Promise<readonly Message[]>;

  /** Works like `find()`, and returns the turn and the time of each message. */
  abstract history(conversation: ConversationRef, options?: FindMessages): Promise<readonly StoredMessage[]>;

  /**
   * Removes the last turn of a conversation completely and returns its messages, oldest first; an empty list if there
   * is none. The same turn may be added again. Among messages without a turn, the last turn begins at the last user
   * message.
   */
  abstract removeLast(conversation: ConversationRef): Promise<readonly Message[]>;

  /** Returns the ids of all conversations of a tenant, in alphabetical order. @default the tenant `default` */
  abstract conversations(tenant?: string): Promise<readonly string[]>;

  /** Deletes a conversation. */
  abstract delete(conversation: ConversationRef): Promise<void>;

  /** Deletes the conversations of all tenants that have no message since a time; returns their number. */
  abstract deleteUnusedSince(time: Date): Promise<number>;
}
