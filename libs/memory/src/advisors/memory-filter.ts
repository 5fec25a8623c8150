import { DEFAULT_TENANT } from 'toolgate/chat';
import type { MetadataFilter } from 'toolgate/model';
import { conversationKey, type ConversationRef } from '../contract/conversation-key.js';

/**
 * Returns the metadata of a conversation in the long-term memory: a `VectorStore` finds and deletes its documents by
 * them.
 */
export const memoryFilter = (of: ConversationRef): MetadataFilter => {
  const { tenant, conversation } = conversationKey(of);
  // Documents of earlier versions have no tenant, so those of another tenant must not match the same filter.
  return tenant === DEFAULT_TENANT ? { conversation } : { tenant, tenantConversation: conversation };
};
