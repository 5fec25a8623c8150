import { DEFAULT_TENANT } from '#core';
import type { ConversationKey } from 'toolgate/chat';

/** Returns the id of the session of a conversation: the conversation's own id in the tenant `default`. */
export const sessionIdOf = ({ tenant, conversation }: ConversationKey): string =>
  tenant === DEFAULT_TENANT ? conversation : JSON.stringify([tenant, conversation]);
