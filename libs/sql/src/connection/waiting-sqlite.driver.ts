import { type MaybePromise, within } from '#core';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, SqliteDatabase, SqliteDriver } from 'kysely';
import { DatabaseClosedException, SqlException } from '../errors/sql.errors.js';
import { ConnectionQueue } from './connection-queue.js';
import type { DirectSqlite, ExecuteNow } from './direct-sqlite.js';
import { SqliteFiles } from './sqlite-files.js';
import { type PreparedStatement, preparedStatement, StatementCache } from './statement-cache.js';
import { whileBusy } from './while-busy.js';

/** The functions of a database that the driver needs besides those of Kysely. */
export interface LockableSqliteDatabase extends SqliteDatabase {
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
}

/** How a file is shared with other processes. */
interface WaitingSqliteOptions {
  /** The name of the file. */
  readonly file: string;
  /** How long to wait for other processes, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether no other process may open the file. */
  readonly exclusive: boolean;
}

type Savepoint = Parameters<SqliteDriver['savepoint']>;

/** Matches a statement that needs the write lock, or may need it. */
const WRITE = /^\s*(alter|create|delete|drop|insert|replace|update|with)\b/i;

const READ = /^\s*select\b/i;

/**
 * Takes the write lock before anything is written, and waits for it without blocking the process. SQLite itself would
 * sleep, so a writer in the same process could never finish. The lock is requested with `exec`: in libsql, a prepared
 * statement that found the database busy stays in progress, and prevents every commit.
 */
export class WaitingSqliteDriver implements Driver, DirectSqlite {
  private readonly queue = new ConnectionQueue();
  private readonly statements: StatementCache;
  private readonly files: SqliteFiles;
  private connection?: DatabaseConnection;
  /** In `closing`, no new work starts. In `closed`, libsql would end the process if its database were used. */
  private state: 'open' | 'closing' | 'closed' = 'open';

  /** @param driver the driver of Kysely, which has the one connection */
  constructor(
    private readonly driver: SqliteDriver,
    private readonly database: LockableSqliteDatabase,
    private readonly options: WaitingSqliteOptions,
  ) {
    this.statements = new StatementCache(database);
    this.files = new SqliteFiles(options.file, options.exclusive);
  }

  async init(): Promise<void> {
    await this.driver.init();
    this.connection = await this.driver.acquireConnection();
    this.files.open();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.take();
    const connection = this.connection!;
    const assertOpen = (): unknown => this.opened();
    return {
      executeQuery: async <R>(query: CompiledQuery) => this.answer<R>(query),
      async *streamQuery<R>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<R>> {
        assertOpen();
        assertNoBoolean(query);
        for await (const rows of connection.streamQuery<R>(query, size)) {
          yield rows;
          assertOpen();
        }
      },
    };
  }

  async beginTransaction(): Promise<void> {
    this.files.assertIntact();
    await whileBusy(this.options.timeoutMs, () => this.opened().exec('begin immediate'));
  }

  async commitTransaction(): Promise<void> {
    this.opened().exec('commit');
    this.files.remember();
  }

  async rollbackTransaction(): Promise<void> {
    // If the disk is full, or the file was closed in the meantime, the transaction has already been rolled back.
    if (this.state !== 'closed' && this.database.inTransaction) this.database.exec('rollback');
  }

  transact<T>(work: (execute: ExecuteNow) => T): Promise<T> {
    return this.alone(() => this.inTransaction(() => work((query) => this.run(query))));
  }

  execute<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    return this.alone(() => this.answer<Row>(query));
  }

  savepoint(...savepoint: Savepoint): Promise<void> {
    return this.driver.savepoint(...savepoint);
  }

  rollbackToSavepoint(...savepoint: Savepoint): Promise<void> {
    return this.driver.rollbackToSavepoint(...savepoint);
  }

  releaseSavepoint(...savepoint: Savepoint): Promise<void> {
    return this.driver.releaseSavepoint(...savepoint);
  }

  async releaseConnection(): Promise<void> {
    this.queue.release();
  }

  /** Waits for the connection until the timeout. A transaction that has not ended by then is rolled back. */
  async destroy(): Promise<void> {
    this.state = 'closing';
    await within(this.queue.take(), this.options.timeoutMs, () => {});
    await this.rollbackTransaction();
    if (this.options.exclusive) this.release();
    this.state = 'closed';
    await this.driver.destroy();
    this.files.close();
    // Callers that still wait for the connection receive an error.
    this.queue.release();
  }

  private async alone<T>(work: () => MaybePromise<T>): Promise<T> {
    await this.take();
    try {
      return await work();
    } finally {
      this.queue.release();
    }
  }

  private async take(): Promise<void> {
    if (this.state === 'open') {
      await this.queue.take();
      if (this.state === 'open') return;
      this.queue.release();
    }
    throw new DatabaseClosedException(this.options.file);
  }

  /** Throws `DatabaseClosedException` if libsql would end the process. */
  private opened(): LockableSqliteDatabase {
    if (this.state === 'closed') throw new DatabaseClosedException(this.options.file);
    return this.database;
  }

  /** Releases the file. Closing alone does not, as long as a statement is still referenced. */
  private release(): void {
    // Another process may have the file by now.
    if (!this.files.isMainIntact()) return;
    try {
      // A database that was opened in exclusive mode releases its lock only when that mode ends.
      for (const pragma of ['journal_mode = delete', 'locking_mode = normal']) this.database.exec(`pragma ${pragma}`);
      this.database.exec('select 1 from sqlite_master');
    } catch {
      // The end of the process releases the file.
    }
  }

  private answer<R>(query: CompiledQuery): MaybePromise<QueryResult<R>> {
    const { options } = this;
    const database = this.opened();
    if (database.inTransaction) return this.run(query);
    if (WRITE.test(query.sql)) return this.inTransaction(() => this.run(query));
    if (options.exclusive) return READ.test(query.sql) ? this.run(query) : this.maintain(query);
    // In a transaction no statement can find the database busy. Outside of one, a statement that did is no longer
    // usable.
    return whileBusy(options.timeoutMs, () => resultOf<R>(preparedStatement(this.opened(), query.sql), query));
  }

  /**
   * Runs a statement that may change the files without a transaction, such as `vacuum`. It also runs on damaged files,
   * because it may save their data.
   */
  private maintain<R>(query: CompiledQuery): QueryResult<R> {
    const isIntact = this.files.isIntact();
    const result = this.run<R>(query);
    if (isIntact) this.files.remember();
    return result;
  }

  private async inTransaction<T>(work: () => T): Promise<T> {
    await this.beginTransaction();
    try {
      const result = work();
      await this.commitTransaction();
      return result;
    } catch (error) {
      await this.rollbackTransaction();
      throw error;
    }
  }

  private run<R>(query: CompiledQuery): QueryResult<R> {
    assertNoBoolean(query);
    return this.statements.use(query.sql, (prepared) => resultOf<R>(prepared, query));
  }
}

// libsql would end the process.
const assertNoBoolean = ({ parameters, sql }: CompiledQuery): void => {
  const index = parameters.findIndex((value) => typeof value === 'boolean');
  if (index < 0) return;
  throw new SqlException(
    `SQLite has no booleans, and parameter ${index + 1} of the statement \`${sql}\` is ${String(parameters[index])}. Pass 1 or 0.`,
  );
};

const resultOf = <R>({ statement, isReader }: PreparedStatement, { parameters }: CompiledQuery): QueryResult<R> => {
  if (isReader) return { rows: statement.all(parameters) as R[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
};
