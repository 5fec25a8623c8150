import type { ChatTurn, ConversationKey } from 'toolgate/chat';
import { ChatMemoryException } from '../contract/chat-memory.errors.js';
import { conversationKey } from '../contract/conversation-key.js';

/**
 * Returns the conversation of a turn. Throws `ChatMemoryException` if the turn has none, if the id is not a string, or if
 * its tenant is unknown.
 */
export const conversationOf = ({ context, client, tenant }: ChatTurn, advisor: string): ConversationKey => {
  const { conversation } = context;
  if (!conversation) {
    throw new ChatMemoryException(
      `The prompt belongs to no conversation, and the client "${client}" has a memory (${advisor}). Add .conversation(id) to the prompt, or set a default conversation of the client.`,
    );
  }
  if (tenant === undefined) {
    throw new ChatMemoryException(
      `The tenant of a turn of the client "${client}" is unknown, so ${advisor} cannot store it. Start the turn with ChatClient.`,
    );
  }
  return conversationKey({ tenant, conversation });
};
