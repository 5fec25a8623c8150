import type { SqlDatabase } from '../dialect/sql-database.js';
import { SqlException } from '../errors/sql.errors.js';
import { findMigrations } from './found-migrations.js';
import { type MigrationOptions, migrationSets } from './migration-set.js';

/** Throws `SqlException` if a migration is missing, or if a newer version has run one that this one may not ignore. */
export const assertMigrated = async (database: SqlDatabase, options: MigrationOptions = {}): Promise<void> => {
  const missing: string[] = [];
  for (const set of migrationSets(options)) {
    const { executed } = await findMigrations(database, set);
    missing.push(...Object.keys(set.migrations).filter((name) => !executed.includes(name)));
  }
  if (missing.length === 0) return;
  const call = options.vectors ? 'migrateToLatest(database, { vectors: true })' : 'migrateToLatest(database)';
  throw new SqlException(
    `The database lacks these migrations of toolgate: ${missing.join(', ')}. Run ${call}, or leave out migrate: false.`,
  );
};
