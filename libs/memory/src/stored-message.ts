import type { Message } from 'toolgate/model';

/** A message as a repository stores it. Turn and time are absent for a message that an earlier version stored. */
export interface StoredMessage {
  readonly message: Message;
  /** The id of its turn. */
  readonly turn?: string;
  /** When its turn was stored, in ISO 8601. */
  readonly time?: string;
}
