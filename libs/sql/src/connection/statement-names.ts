import { createHash } from 'node:crypto';

/** More statements than the stores repeat. The statements of an application may be unlimited in number. */
const MOST = 100;

/** A longer statement takes the server longer to run than to plan, and its plan is large. */
const LONGEST = 8000;

/** Names the statements that repeat. A connection parses and plans a statement with a name once. */
export class StatementNames {
  private readonly names = new Map<string, string>();
  /** Statements that were used once. */
  private readonly seen = new Set<string>();

  /** Returns the name of a statement; undefined if it is used for the first time. */
  nameOf(sql: string): string | undefined {
    const name = this.names.get(sql);
    if (name !== undefined || this.names.size === MOST || sql.length > LONGEST) return name;
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
