import { SqliteAdapter, SqliteDialect } from 'kysely';
import { type LockableSqliteDatabase, WaitingSqliteDriver } from './waiting-sqlite.driver.js';

/** SQLite can change tables in a transaction; so a migration is there whole or not at all, and one process migrates at a time. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite for several processes that write to one file. */
export class WaitingSqliteDialect extends SqliteDialect {
  constructor(
    private readonly database: LockableSqliteDatabase,
    private readonly timeoutMs: number,
  ) {
    super({ database });
  }

  override createDriver(): WaitingSqliteDriver {
    return new WaitingSqliteDriver(this.database, this.timeoutMs);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}
