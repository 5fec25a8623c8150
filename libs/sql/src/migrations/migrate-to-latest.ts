import { type Kysely, type MigrationProvider, type MigrationResultSet, sql } from 'kysely';
import { databaseWith } from '../database-with.js';
import { isPostgres } from '../is-postgres.js';
import type { SqlDatabase } from '../sql-database.js';
import { executedMigrations } from './executed-migrations.js';
import { loadMigrator } from './load-migrator.js';
import { MIGRATIONS, MIGRATIONS_TABLE } from './migrations.js';
import { refuseNewer } from './refuse-newer.js';
import { withoutTimeouts } from './without-timeouts.js';

const provider: MigrationProvider = { getMigrations: async () => MIGRATIONS };

/**
 * Makes the tables of every store, or brings them to this version; run again, or by several instances at once, it
 * changes nothing. Throws `SqlException` where a newer version was there before.
 */
export const migrateToLatest = async (database: SqlDatabase): Promise<void> => {
  const db = databaseWith<unknown>(database);
  const { error } = await (isPostgres(database) ? withoutTimeouts(db, migrate) : migrate(db));
  if (error === undefined) return;
  refuseNewer(await executedMigrations(database).catch(() => []));
  throw error;
};

const migrate = async (db: Kysely<unknown>): Promise<MigrationResultSet> => {
  const Migrator = await loadMigrator();
  const migrator = new Migrator({
    db,
    provider,
    migrationTableName: MIGRATIONS_TABLE,
    migrationLockTableName: `${MIGRATIONS_TABLE}_lock`,
    migrationTableSchema: await schemaOf(db),
  });
  return migrator.migrateToLatest();
};

// Without it Kysely takes the tables of an application in another schema for those of this one.
const schemaOf = async (database: Kysely<unknown>): Promise<string | undefined> => {
  const isSqlite = (await database.introspection.getSchemas()).length === 0;
  if (isSqlite) return undefined;
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(database);
  return rows[0]?.name ?? undefined;
};
