import { type MigrationProvider, Migrator } from 'kysely';
import { databaseWith } from '../database-with.js';
import type { SqlDatabase } from '../sql-database.js';
import { SqlException } from '../sql.errors.js';
import { MIGRATIONS } from './migrations.js';

const TABLE = 'toolgate_migrations';

const provider: MigrationProvider = { getMigrations: async () => MIGRATIONS };

interface Tables {
  readonly [TABLE]: { readonly name: string };
}

/**
 * Makes the tables of every store, or brings them to this version; run again, or by several instances at once, it
 * changes nothing. Throws `SqlException` where a newer version was there before.
 */
export const migrateToLatest = async (database: SqlDatabase): Promise<void> => {
  const { error } = await migratorOf(database).migrateToLatest();
  if (error === undefined) return;
  refuse(await newerMigrations(database).catch(() => []));
  throw error;
};

/** Throws `SqlException` where a migration has not been run, or where a newer version has run its own. */
export const assertMigrated = async (database: SqlDatabase): Promise<void> => {
  const missing = (await migratorOf(database).getMigrations()).filter(({ executedAt }) => executedAt === undefined);
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    throw new SqlException(
      `The database lacks these migrations of toolgate: ${names}. Run migrateToLatest(database), or leave out migrate: false.`,
    );
  }
  refuse(await newerMigrations(database));
};

const migratorOf = (database: SqlDatabase): Migrator =>
  new Migrator({
    db: databaseWith(database),
    provider,
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
  });

const newerMigrations = async (database: SqlDatabase): Promise<readonly string[]> => {
  const rows = await databaseWith<Tables>(database).selectFrom(TABLE).select('name').orderBy('name').execute();
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(MIGRATIONS, name));
};

const refuse = (newer: readonly string[]): void => {
  if (newer.length === 0) return;
  throw new SqlException(
    `A newer version of toolgate has migrated the database (${newer.join(', ')}), and this one does not know its tables. Install that version or a later one.`,
  );
};
