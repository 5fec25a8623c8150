import { createHash } from 'node:crypto';
import { PREPARABLE } from '../dialect/statement.js';

/** More statements than the stores repeat. Large batches may have further ones, each with its own number of rows. */
const MOST = 100;

/** A longer statement takes the server longer to run than to plan, and its plan is large. */
const LONGEST = 8000;

/** Names the marked statements that repeat. A connection parses and plans a statement with a name once. */
export class StatementNames {
  private readonly names = new Map<string, string>();
  /** Statements that were used once. */
  private readonly seen = new Set<string>();

  /** Returns the name of a statement; undefined if it is not marked, or used for the first time. */
  nameOf(sql: string): string | undefined {
    const name = this.names.get(sql);
    if (name !== undefined || this.names.size === MOST || !mayBeNamed(sql)) return name;
    if (this.seen.delete(sql)) return this.add(sql);
    if (this.seen.size === MOST) this.seen.clear();
    this.seen.add(sql);
    return undefined;
  }

  // A pooler may share a connection among processes, so a name must have the same text in each of them.
  private add(sql: string): string {
    const name = `toolgate_${createHash('sha256').update(sql).digest('hex').slice(0, 40)}`;
    this.names.set(sql, name);
    return name;
  }
}

const mayBeNamed = (sql: string): boolean => sql.length <= LONGEST && sql.includes(PREPARABLE);
