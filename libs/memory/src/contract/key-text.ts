import type { ConversationKey } from 'toolgate/chat';

/** Returns a string that is unique for each conversation. */
export const keyText = ({ tenant, conversation }: ConversationKey): string => JSON.stringify([tenant, conversation]);
