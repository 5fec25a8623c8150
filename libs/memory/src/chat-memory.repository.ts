import { type Message, SEAM } from 'toolgate/model';

/** Which messages of a conversation are wanted. */
export interface FindMessages {
  /** Only the last so many, and every system message before them. @default all */
  readonly last?: number;
}

/**
 * Keeps the messages of conversations, a turn at a time. An id is any text that is not empty; a missing one, and a
 * message list with nothing in its place, is an error.
 */
export abstract class ChatMemoryRepository {
  static readonly [SEAM]: string = 'ChatMemoryRepository';

  /** Adds a turn's messages behind what is there, all or none of them. A turn that is there already stays as it is. */
  abstract append(conversation: string, turn: string, messages: readonly Message[]): Promise<void>;

  /** The messages of a conversation, oldest first, each turn's together; none where nobody knows the conversation. */
  abstract find(conversation: string, options?: FindMessages): Promise<readonly Message[]>;

  /** The ids of all conversations, in alphabetical order. */
  abstract conversations(): Promise<readonly string[]>;

  /** Forgets a conversation. */
  abstract delete(conversation: string): Promise<void>;

  /** Forgets the conversations in which nothing was said since a time; tells how many. */
  abstract deleteUnusedSince(time: Date): Promise<number>;
}
