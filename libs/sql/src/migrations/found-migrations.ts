import { recordOf } from '#core';
import { databaseWith } from '../dialect/database-with.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { SqlException } from '../errors/sql.errors.js';
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

interface Tables {
  readonly [table: string]: { readonly name: string };
}

/** Returns the names of the migrations that a table lists as executed, in order; none if the table is missing. */
const executedMigrations = async (database: SqlDatabase, table: string): Promise<readonly string[]> => {
  const executed = databaseWith<Tables>(database).selectFrom(table).select('name').orderBy('name');
  const rows = await unlessMissing(() => executed.execute());
  return rows.map(({ name }) => name);
};

/** Returns the rows of a table; none if the table is missing. */
const unlessMissing = async <T>(read: () => Promise<readonly T[]>): Promise<readonly T[]> => {
  try {
    return await read();
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
};

const UNDEFINED_TABLE = '42P01';

const isMissingTable = (error: unknown): boolean => {
  const { code, message } = recordOf(error);
  return code === UNDEFINED_TABLE || String(message).includes('no such table');
};
