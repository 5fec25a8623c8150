import type { SqlDatabase } from '../dialect/sql-database.js';
import { SqlException } from '../errors/sql.errors.js';
import { executedMigrations } from './executed-migrations.js';
import { type MigrationOptions, migrationSets } from './migration-set.js';
import { refuseNewer } from './refuse-newer.js';

/** Throws `SqlException` if a migration is missing, or if a newer version has run its own. */
export const assertMigrated = async (database: SqlDatabase, options: MigrationOptions = {}): Promise<void> => {
  const missing: string[] = [];
  for (const { migrations, table } of migrationSets(options)) {
    const executed = await executedMigrations(database, table);
    refuseNewer(migrations, executed);
    missing.push(...Object.keys(migrations).filter((name) => !executed.includes(name)));
  }
  if (missing.length === 0) return;
  const call = options.vectors ? 'migrateToLatest(database, { vectors: true })' : 'migrateToLatest(database)';
  throw new SqlException(
    `The database lacks these migrations of toolgate: ${missing.join(', ')}. Run ${call}, or leave out migrate: false.`,
  );
};
