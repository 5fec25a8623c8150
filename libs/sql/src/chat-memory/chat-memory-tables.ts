/**
 * The tables of conversations. Column names are single words, so that case-changing plugins of an application's Kysely
 * instance do not change them.
 */
export interface ChatMemoryTables {
  readonly toolgate_memory_conversations: {
    readonly tenant: string;
    readonly id: string;
    /** The position of the next message. */
    readonly size: number;
    /** When the last turn was stored, in milliseconds since 1970. */
    readonly used: number;
  };
  readonly toolgate_memory_turns: { readonly tenant: string; readonly conversation: string; readonly turn: string };
  readonly toolgate_memory_messages: {
    readonly tenant: string;
    readonly conversation: string;
    /**
     * 0, 1, 2 … within its conversation, in the order of commits; below 0 for messages that were reassigned to it
     * later.
     */
    readonly position: number;
    readonly role: string;
    /** The message as JSON. */
    readonly message: string;
    /** Its turn; null if an earlier version stored it. */
    readonly turn: string | null;
    /** When its turn was stored, in milliseconds since 1970; null if an earlier version stored it. */
    readonly said: number | null;
  };
}
