/** The most bytes of the id of a conversation in UTF-8. An index of PostgreSQL holds it together with its tenant. */
export const CONVERSATION_BYTES = 2000;
