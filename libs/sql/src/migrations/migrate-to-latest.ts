import { loadKysely } from '../dialect/kysely.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { migrateSet } from './migrate-set.js';
import { type MigrationOptions, migrationSets } from './migration-set.js';

/**
 * Creates the tables of every store, or updates them to this version. It may run again, and in several instances at the
 * same time, without further effect. Throws `SqlException` if a newer version has run a migration that this version may
 * not ignore.
 */
export const migrateToLatest = async (database: SqlDatabase, options: MigrationOptions = {}): Promise<void> => {
  await loadKysely('migrateToLatest()');
  for (const set of migrationSets(options)) await migrateSet(database, set);
};
