import { type Message, SEAM } from 'toolgate/model';
import type { ConversationRef } from './conversation-key.js';

/** What a model is told of a conversation's past. */
export abstract class ChatMemory {
  static readonly [SEAM]: string = 'ChatMemory';

  /** Remembers a turn's messages, all or none of them. A turn that is remembered already stays as it is. */
  abstract append(conversation: ConversationRef, turn: string, messages: readonly Message[]): Promise<void>;

  /** What is remembered, oldest first: never a tool's call parted from its result. */
  abstract get(conversation: ConversationRef): Promise<readonly Message[]>;

  /** Forgets a conversation. */
  abstract clear(conversation: ConversationRef): Promise<void>;
}
