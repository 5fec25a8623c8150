import type { PublishedChange } from './approval-change.js';

/** How many changes a subscriber may leave unread. */
const MOST_UNREAD = 256;

const RESET: PublishedChange = { kind: 'reset' };

/**
 * The changes that a subscriber has not read, one for each record. If there are too many, one `reset` replaces them
 * all.
 */
export class UnreadChanges {
  private readonly changes = new Map<string, PublishedChange>();

  /** Adds a change. It replaces an older change of the same record. */
  add(change: PublishedChange): void {
    if (change.kind === 'reset') return this.reset();
    const key = `${change.kind} ${change.id}`;
    const known = this.changes.get(key);
    // Changes of one record may arrive in another order than they were written.
    if (known && known.kind !== 'reset' && known.version > change.version) return;
    this.changes.delete(key);
    if (this.changes.size < MOST_UNREAD) this.changes.set(key, change);
    else this.reset();
  }

  /** Removes and returns the oldest change; undefined if all are read. */
  take(): PublishedChange | undefined {
    const [first] = this.changes;
    if (!first) return undefined;
    this.changes.delete(first[0]);
    return first[1];
  }

  private reset(): void {
    this.changes.clear();
    this.changes.set('reset', RESET);
  }
}
