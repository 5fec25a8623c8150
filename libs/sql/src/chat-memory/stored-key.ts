import type { conversationKey } from 'toolgate/memory';
import { storableId } from '../dialect/storable-id.js';

/** A conversation by the columns of its rows. */
export type StoredKey = ReturnType<typeof conversationKey>;

/** The columns of a conversation's rows. */
export const storedKey = ({ tenant, conversation }: StoredKey): StoredKey => ({
  tenant: storableId(tenant),
  conversation: storableId(conversation),
});
