import type { ConversationKey } from 'toolgate/chat';
import type { ChatMemory } from './chat-memory.js';

/** Rejects if the last turn of a conversation may not be removed now. */
export type RemovalGuard = (conversation: ConversationKey) => Promise<void>;

/**
 * The guards of memories, by memory: so the memory of an application is guarded wherever the application injects it, its
 * own implementation too.
 */
export const removalGuards = new WeakMap<ChatMemory, RemovalGuard>();
