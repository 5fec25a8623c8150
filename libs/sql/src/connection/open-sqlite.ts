import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describeError } from '#core';
import type { Dialect, Kysely, SqliteAdapter } from 'kysely';
import type { KyselyPackage } from '../dialect/kysely.js';
import { SqlException } from '../errors/sql.errors.js';
import type { SqliteOptions } from './connection-options.js';
import { allowDirect } from './direct-sqlite.js';
import { loadPackage } from './load-package.js';
import { assertSqlOptions, SQLITE } from './options.js';
import { type LockableSqliteDatabase, WaitingSqliteDriver } from './waiting-sqlite.driver.js';
import { isBusy, whileBusy } from './while-busy.js';

/** Opens a file, and locks it for this process unless it is shared. */
export const openSqlite = async (options: SqliteOptions, kysely: KyselyPackage): Promise<Kysely<unknown>> => {
  assertSqlOptions({ sqlite: options });
  const {
    file,
    busyTimeoutMs: timeoutMs = SQLITE.busyTimeoutMs.default,
    exclusive = SQLITE.exclusive.default,
  } = options;
  const folder = dirname(resolve(assertFile(file)));
  if (!existsSync(folder)) {
    throw new SqlException(
      `The folder ${folder} of the SQLite file ${file} does not exist. Create it, or pass another path.`,
    );
  }
  const Database = await loadPackage('libsql', 'sqlite', () => import('libsql'));
  const database = opened(() => new Database(file), file);
  try {
    await whileBusy(timeoutMs, () => (exclusive ? takeWhole(database) : share(database)));
  } catch (error) {
    database.close();
    throw isBusy(error) ? inUse(file, error) : unusable(file, error);
  }
  const driver = new WaitingSqliteDriver(new kysely.SqliteDriver({ database }), database, {
    file,
    timeoutMs,
    exclusive,
  });
  const queries = new kysely.Kysely<unknown>({ dialect: waitingSqliteDialect(kysely, database, driver) });
  // Kysely closes only a connection that was used.
  await queries.connection().execute(async () => {});
  allowDirect(queries, driver);
  return queries;
};

const assertFile = (file: unknown): string => {
  if (typeof file === 'string' && file !== '') return file;
  throw new SqlException("The option sqlite needs a file: { sqlite: { file: 'data/toolgate.db' } }.");
};

const opened = <T>(open: () => T, file: string): T => {
  try {
    return open();
  } catch (error) {
    throw unusable(file, error);
  }
};

/** Switches to a write-ahead log, with which readers see the last commit and never wait for a writer. */
const share = (database: LockableSqliteDatabase): void => void database.exec('pragma journal_mode = wal');

/** The lock of the first transaction remains until the file is closed or the process ends. */
const takeWhole = (database: LockableSqliteDatabase): void => {
  database.exec('pragma locking_mode = exclusive');
  share(database);
  database.exec('begin exclusive');
  database.exec('commit');
};

const inUse = (file: string, cause: unknown): SqlException =>
  new SqlException(
    `The SQLite file ${file} is open already, most likely in another process. A SQLite file belongs to one process. Stop the other process, or use PostgreSQL, which is for several processes: { postgres: { connectionString } }.`,
    { cause },
  );

const unusable = (file: string, cause: unknown): SqlException =>
  new SqlException(
    `SqlModule cannot use the SQLite file ${file}: ${describeError(cause)}. Pass the path of a SQLite file that this process may read and write, in a folder that it may write to.`,
    { cause },
  );

/** Returns the dialect of SQLite that waits for other processes that write to the file or still have it open. */
const waitingSqliteDialect = (
  kysely: KyselyPackage,
  database: LockableSqliteDatabase,
  driver: WaitingSqliteDriver,
): Dialect => {
  const dialect = new kysely.SqliteDialect({ database });
  return {
    createDriver: () => driver,
    createAdapter: () => transactionalAdapter(kysely),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (opened: Kysely<unknown>) => dialect.createIntrospector(opened),
  };
};

/**
 * SQLite can change tables in a transaction. So a migration is complete or has no effect, and only one process migrates
 * at a time. The driver itself lets one caller at a time use its connection.
 */
const transactionalAdapter = ({ SqliteAdapter }: KyselyPackage): SqliteAdapter => {
  class TransactionalSqliteAdapter extends SqliteAdapter {
    override get supportsTransactionalDdl(): boolean {
      return true;
    }

    /** Read by Kysely 0.29, whose callers would otherwise wait for ever after a close. */
    get supportsMultipleConnections(): boolean {
      return true;
    }
  }
  return new TransactionalSqliteAdapter();
};
