import { DEFAULT_TENANT } from '#core';
import type { MetadataFilter } from 'toolgate/model';
import { conversationKey, type ConversationRef } from '../contract/conversation-key.js';

/**
 * Returns the filter by which a `VectorStore` finds and deletes the documents of a conversation in the long-term
 * memory.
 */
export const memoryFilter = (of: ConversationRef): MetadataFilter => {
  const { tenant, conversation } = conversationKey(of);
  // Documents of earlier versions have only a conversation. Documents of other tenants must not match that filter, so
  // they name the conversation differently.
  return tenant === DEFAULT_TENANT ? { conversation } : { tenant, tenantConversation: conversation };
};
