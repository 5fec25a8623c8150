import { databaseWith } from '../database-with.js';
import type { SqlDatabase } from '../sql-database.js';
import { MIGRATIONS_TABLE } from './migrations.js';

interface Tables {
  readonly [MIGRATIONS_TABLE]: { readonly name: string };
}

/** The names of the migrations that were run on a database, in their order; none where nobody ran any. */
export const executedMigrations = async (database: SqlDatabase): Promise<readonly string[]> => {
  try {
    const rows = await databaseWith<Tables>(database)
      .selectFrom(MIGRATIONS_TABLE)
      .select('name')
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
};

const UNDEFINED_TABLE = '42P01';

const isMissingTable = (error: unknown): boolean => {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return code === UNDEFINED_TABLE || String(message).includes('no such table');
};
