import { SqliteAdapter, SqliteDialect } from 'kysely';
import {
  type LockableSqliteDatabase,
  WaitingSqliteDriver,
  type WaitingSqliteOptions,
} from './waiting-sqlite.driver.js';

/** SQLite can change tables in a transaction; so a migration is there whole or not at all, and one process migrates at a time. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite that waits for whoever else writes to the file, or had it before. */
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
