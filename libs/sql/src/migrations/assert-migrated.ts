import type { SqlDatabase } from '../sql-database.js';
import { SqlException } from '../sql.errors.js';
import { executedMigrations } from './executed-migrations.js';
import { MIGRATIONS } from './migrations.js';
import { refuseNewer } from './refuse-newer.js';

/** Throws `SqlException` where a migration has not been run, or where a newer version has run its own. */
export const assertMigrated = async (database: SqlDatabase): Promise<void> => {
  const executed = await executedMigrations(database);
  refuseNewer(executed);
  const missing = Object.keys(MIGRATIONS).filter((name) => !executed.includes(name));
  if (missing.length === 0) return;
  throw new SqlException(
    `The database lacks these migrations of toolgate: ${missing.join(', ')}. Run migrateToLatest(database), or leave out migrate: false.`,
  );
};
