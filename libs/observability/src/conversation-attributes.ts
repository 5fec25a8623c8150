import type { Attributes } from '@opentelemetry/api';
import { type ChatTurn, DEFAULT_TENANT } from 'toolgate/chat';
import { ATTRIBUTES } from './gen-ai.constants.js';

/** Names the conversation of a turn: two tenants may use the same id. */
export const conversationAttributes = ({ context, tenant }: ChatTurn): Attributes => ({
  [ATTRIBUTES.conversation]: context.conversation,
  [ATTRIBUTES.tenant]: tenant === DEFAULT_TENANT ? undefined : tenant,
});
