import { type ConversationKey, DEFAULT_TENANT } from 'toolgate/chat';

/** The id of the session in which the turns of a conversation search: the conversation's own in the tenant `default`. */
export const sessionIdOf = ({ tenant, conversation }: ConversationKey): string =>
  tenant === DEFAULT_TENANT ? conversation : JSON.stringify([tenant, conversation]);
