import { DEFAULT_TENANT } from '#core';
import type { ChatTurn } from 'toolgate/chat';
import type { Attributes } from './attributes.js';

/** Returns the attributes of a conversation, with its tenant, because two tenants may use the same id. */
export const conversationAttributes = ({ context, tenant }: ChatTurn): Attributes => ({
  'gen_ai.conversation.id': context.conversation,
  'toolgate.tenant': tenant === DEFAULT_TENANT ? undefined : tenant,
});
