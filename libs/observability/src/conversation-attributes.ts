import { type ChatTurn, DEFAULT_TENANT } from 'toolgate/chat';
import type { Attributes } from './attributes.js';

/** Names the conversation of a turn: two tenants may use the same id. */
export const conversationAttributes = ({ context, tenant }: ChatTurn): Attributes => ({
  'gen_ai.conversation.id': context.conversation,
  'toolgate.tenant': tenant === DEFAULT_TENANT ? undefined : tenant,
});
