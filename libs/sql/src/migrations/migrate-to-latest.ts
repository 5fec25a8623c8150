import type { Kysely, MigrationResultSet } from 'kysely';
import { databaseWith } from '../dialect/database-with.js';
import { isPostgres } from '../dialect/is-postgres.js';
import { loadKysely, sql } from '../dialect/kysely.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { executedMigrations } from './executed-migrations.js';
import { loadMigrator } from './load-migrator.js';
import { type MigrationOptions, type MigrationSet, migrationSets } from './migration-set.js';
import { refuseNewer } from './refuse-newer.js';
import { withoutTimeouts } from './without-timeouts.js';

/**
 * Creates the tables of every store, or updates them to this version. If it runs again, or in several instances at the
 * same time, it changes nothing. Throws `SqlException` if a newer version has already migrated the database.
 */
export const migrateToLatest = async (database: SqlDatabase, options: MigrationOptions = {}): Promise<void> => {
  await loadKysely('migrateToLatest()');
  for (const set of migrationSets(options)) await migrateSet(database, set);
};

const migrateSet = async (database: SqlDatabase, set: MigrationSet): Promise<void> => {
  const db = databaseWith<unknown>(database);
  const run = (connection: Kysely<unknown>) => migrate(connection, set);
  const { error } = await (isPostgres(database) ? withoutTimeouts(db, run) : run(db));
  if (error === undefined) return;
  refuseNewer(set.migrations, await executedMigrations(database, set.table).catch(() => []));
  throw error;
};

const migrate = async (db: Kysely<unknown>, { migrations, table }: MigrationSet): Promise<MigrationResultSet> => {
  const Migrator = await loadMigrator();
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
    migrationTableSchema: await schemaOf(db),
  });
  return migrator.migrateToLatest();
};

// Without it, Kysely would mistake the tables of an application in another schema for those of this one.
const schemaOf = async (database: Kysely<unknown>): Promise<string | undefined> => {
  const isSqlite = (await database.introspection.getSchemas()).length === 0;
  if (isSqlite) return undefined;
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(database);
  return rows[0]?.name ?? undefined;
};
