import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Far more than the stores need; what an application writes by hand may never end. */
const MOST = 200;

/** What keeps its meaning however often it is run; anything else may change the tables that the others name. */
const KEPT = /^\s*(delete|insert|select|update|with)\b/i;

/** A statement, and whether it returns rows: asking it each time costs as much as a small write. */
export interface PreparedStatement {
  readonly statement: SqliteStatement;
  readonly isReader: boolean;
}

/** Prepares a statement. */
export const preparedStatement = (database: SqliteDatabase, sql: string): PreparedStatement => {
  const statement = database.prepare(sql);
  return { statement, isReader: statement.reader };
};

/** Prepares a statement once, where SQLite would need longer to read it than to run it. */
export class StatementCache {
  private readonly statements = new Map<string, PreparedStatement>();

  constructor(private readonly database: SqliteDatabase) {}

  /** Uses the statement, and forgets it where it fails: it may be left in the middle of something. */
  use<T>(sql: string, act: (statement: PreparedStatement) => T): T {
    const prepared = this.statements.get(sql) ?? this.prepare(sql);
    try {
      return act(prepared);
    } catch (error) {
      this.statements.delete(sql);
      throw error;
    }
  }

  private prepare(sql: string): PreparedStatement {
    const prepared = preparedStatement(this.database, sql);
    const isKept = KEPT.test(sql);
    if (!isKept || this.statements.size === MOST) this.statements.clear();
    if (isKept) this.statements.set(sql, prepared);
    return prepared;
  }
}
