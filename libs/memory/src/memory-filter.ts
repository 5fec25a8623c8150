import { DEFAULT_TENANT } from 'toolgate/chat';
import type { MetadataFilter } from 'toolgate/model';
import { conversationKey, type ConversationRef } from './conversation-key.js';

/** The metadata of what the long-term memory keeps of a conversation: a `VectorStore` finds and forgets it by them. */
export const memoryFilter = (of: ConversationRef): MetadataFilter => {
  const { tenant, conversation } = conversationKey(of);
  // What was kept before tenants were names no tenant, so what belongs to another one must not look alike.
  return tenant === DEFAULT_TENANT ? { conversation } : { tenant, tenantConversation: conversation };
};
