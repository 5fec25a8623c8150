import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
  SqliteDriver,
} from 'kysely';
import { whileBusy } from './while-busy.js';

/** What the driver asks of a database beside what Kysely does. */
export interface LockableSqliteDatabase extends SqliteDatabase {
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
}

/** A statement that needs the write lock, or may. */
const WRITE = /^\s*(alter|create|delete|drop|insert|replace|update|with)\b/i;

/**
 * Takes the write lock before anything is written, and waits for it without stopping the process: SQLite itself would
 * sleep, and so keep a writer in the same process from ever coming to its end. The lock is asked for with `exec`: in
 * libsql a prepared statement that found the database busy stays in progress, and no transaction can be committed.
 */
export class WaitingSqliteDriver extends SqliteDriver {
  constructor(
    private readonly database: LockableSqliteDatabase,
    private readonly timeoutMs: number,
  ) {
    super({ database });
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => this.execute(connection, query),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    };
  }

  override async beginTransaction(): Promise<void> {
    await whileBusy(this.timeoutMs, () => this.database.exec('begin immediate'));
  }

  override async commitTransaction(): Promise<void> {
    this.database.exec('commit');
  }

  override async rollbackTransaction(): Promise<void> {
    // Where the disk is full SQLite has rolled back already.
    if (this.database.inTransaction) this.database.exec('rollback');
  }

  private async execute<R>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    const ask = (): Promise<QueryResult<R>> => connection.executeQuery<R>(query);
    if (this.database.inTransaction) return ask();
    if (!WRITE.test(query.sql)) return whileBusy(this.timeoutMs, ask);
    await this.beginTransaction();
    try {
      const result = await ask();
      await this.commitTransaction();
      return result;
    } catch (error) {
      await this.rollbackTransaction();
      throw error;
    }
  }
}
