import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Far more than the stores need; what an application writes by hand may never end. */
const MOST = 200;

/** What keeps its meaning however often it is run; anything else may change the tables that the others name. */
const KEPT = /^\s*(delete|insert|select|update|with)\b/i;

/** Prepares a statement once, where SQLite would need longer to read it than to run it. */
export class StatementCache {
  private readonly statements = new Map<string, SqliteStatement>();

  constructor(private readonly database: SqliteDatabase) {}

  /** Uses the statement, and forgets it where it fails: it may be left in the middle of something. */
  use<T>(sql: string, act: (statement: SqliteStatement) => T): T {
    const statement = this.statements.get(sql) ?? this.prepare(sql);
    try {
      return act(statement);
    } catch (error) {
      this.statements.delete(sql);
      throw error;
    }
  }

  private prepare(sql: string): SqliteStatement {
    const statement = this.database.prepare(sql);
    const isKept = KEPT.test(sql);
    if (!isKept || this.statements.size === MOST) this.statements.clear();
    if (isKept) this.statements.set(sql, statement);
    return statement;
  }
}
