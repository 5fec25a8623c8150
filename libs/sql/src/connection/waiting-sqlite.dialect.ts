import type { Dialect, Kysely, SqliteAdapter } from 'kysely';
import type { KyselyPackage } from '../dialect/kysely.js';
import type { LockableSqliteDatabase, WaitingSqliteDriver } from './waiting-sqlite.driver.js';

/** Returns the dialect of SQLite that waits for other processes that write to the file or still have it open. */
export const waitingSqliteDialect = (
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
