import { databaseWith } from '../dialect/database-with.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { SqlException } from '../errors/sql.errors.js';
import { executedMigrations, unlessMissing } from './executed-migrations.js';
import type { IgnorableTables } from './ignorable-migrations.migration.js';
import type { MigrationSet } from './migration-set.js';

/** The executed migrations of a database, and those that this version does not know and may ignore. */
interface FoundMigrations {
  readonly executed: readonly string[];
  readonly ignored: readonly string[];
}

/** Throws `SqlException` if a newer version has run a migration that this version may not ignore. */
export const findMigrations = async (database: SqlDatabase, set: MigrationSet): Promise<FoundMigrations> => {
  const { migrations, table } = set;
  const executed = await executedMigrations(database, table);
  const ignored = executed.filter((name) => !Object.hasOwn(migrations, name));
  if (ignored.length === 0) return { executed, ignored };
  const declared = await ignorableMigrations(database, table);
  const refused = ignored.filter((name) => !Object.hasOwn(migrations, declared.get(name) ?? name));
  if (refused.length === 0) return { executed, ignored };
  throw new SqlException(
    `A newer version of toolgate has migrated the database (${refused.join(', ')}), and this one cannot work with its tables. Start that version or a later one.`,
  );
};

/** Returns the migrations that may be ignored, each with the migration that an instance must know for that. */
const ignorableMigrations = async (database: SqlDatabase, list: string): Promise<ReadonlyMap<string, string>> => {
  const declared = databaseWith<IgnorableTables>(database)
    .selectFrom('toolgate_ignorable_migrations')
    .select(['name', 'since'])
    .where('list', '=', list);
  const rows = await unlessMissing(() => declared.execute());
  return new Map(rows.map(({ name, since }) => [name, since]));
};
