import type { ConversationKey } from 'toolgate/chat';

/** Rejects if the last turn of a conversation must not be removed now. */
type RemovalGuard = (conversation: ConversationKey) => Promise<void>;

/** The guards, by memory. An application's own memory is guarded too, wherever it is injected. */
export const removalGuards = new WeakMap<object, RemovalGuard>();
