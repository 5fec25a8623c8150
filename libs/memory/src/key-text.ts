import type { ConversationKey } from 'toolgate/chat';

/** One text for each conversation: no other tenant and id have the same. */
export const keyText = ({ tenant, conversation }: ConversationKey): string => JSON.stringify([tenant, conversation]);
