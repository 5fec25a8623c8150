import type { Message } from 'toolgate/model';

/**
 * A message in a repository, with its turn and its time. Turn and time are absent for a message of an earlier version.
 */
export interface StoredMessage {
  readonly message: Message;
  /** The id of its turn. */
  readonly turn?: string;
  /** The time at which its turn was stored, in ISO 8601. */
  readonly time?: string;
}
