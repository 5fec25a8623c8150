import { SqliteAdapter, SqliteDialect } from 'kysely';
import {
  type LockableSqliteDatabase,
  WaitingSqliteDriver,
  type WaitingSqliteOptions,
} from './waiting-sqlite.driver.js';

/**
 * SQLite can change tables in a transaction. So a migration is complete or has no effect, and only one process migrates
 * at a time.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite that waits for other processes that write to the file or still have it open. */
export class WaitingSqliteDialect extends SqliteDialect {
  constructor(
    private readonly database: LockableSqliteDatabase,
    private readonly options: WaitingSqliteOptions,
  ) {
    super({ database });
  }

  override createDriver(): WaitingSqliteDriver {
    return new WaitingSqliteDriver(this.database, this.options);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}
