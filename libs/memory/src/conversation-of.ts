import type { ChatTurn } from 'toolgate/chat';
import { ChatMemoryException } from './chat-memory.errors.js';
import { checkConversation } from './check-turn.js';

/** The id of a turn's conversation. Throws `ChatMemoryException` where it belongs to none, or the id is no text. */
export const conversationOf = ({ context, client }: ChatTurn, advisor: string): string => {
  if (context.conversation) return checkConversation(context.conversation);
  throw new ChatMemoryException(
    `The prompt belongs to no conversation, and the client "${client}" has a memory (${advisor}). Write .conversation(id) at the prompt, or give the client a default one.`,
  );
};
