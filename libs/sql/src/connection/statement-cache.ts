import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Far more than the stores need. The statements of an application may be unlimited in number. */
const MOST = 200;

/** Statements that may be prepared once. Any other statement may change the tables that they name. */
const KEPT = /^\s*(delete|insert|select|update|with)\b/i;

/** A statement, and whether it returns rows: querying that each time costs as much as a small write. */
export interface PreparedStatement {
  readonly statement: SqliteStatement;
  readonly isReader: boolean;
}

/** Prepares a statement. */
export const preparedStatement = (database: SqliteDatabase, sql: string): PreparedStatement => {
  const statement = database.prepare(sql);
  return { statement, isReader: statement.reader };
};

/** Prepares a statement once, because SQLite may need longer to parse it than to run it. */
export class StatementCache {
  private readonly statements = new Map<string, PreparedStatement>();

  constructor(private readonly database: SqliteDatabase) {}

  /** Runs a function with the statement. Removes the statement if that fails, because it may still be in progress. */
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
