import type { ConversationKey } from 'toolgate/chat';
import { ChatMemoryException } from './chat-memory.errors.js';
import { checkName } from './check-name.js';
import { tenantName } from './tenant-name.js';

/** A conversation: its id, or its tenant and its id. Without a tenant, the tenant is `default`. */
export type ConversationRef = string | { readonly tenant?: string; readonly conversation: string };

/** Returns the tenant and the id of a conversation. Throws `ChatMemoryException` if the value names no conversation. */
export const conversationKey = (of: ConversationRef): ConversationKey => {
  const named: Partial<ConversationKey> = typeof of === 'object' && of !== null ? of : { conversation: of };
  // A misspelled tenant would silently mean the default tenant.
  const unknown = Object.keys(named).find((name) => name !== 'tenant' && name !== 'conversation');
  if (unknown !== undefined) {
    const problem = `A conversation cannot be named by "${unknown}".`;
    throw new ChatMemoryException(`${problem} Pass its id, or { tenant, conversation }.`);
  }
  const { tenant, conversation } = named;
  return { tenant: tenantName(tenant), conversation: checkName(conversation, 'The id of a conversation') };
};
