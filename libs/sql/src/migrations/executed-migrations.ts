import { databaseWith } from '../dialect/database-with.js';
import type { SqlDatabase } from '../dialect/sql-database.js';

interface Tables {
  readonly [table: string]: { readonly name: string };
}

/** Returns the names of the migrations that a table lists as executed, in order; none if the table is missing. */
export const executedMigrations = async (database: SqlDatabase, table: string): Promise<readonly string[]> => {
  try {
    const rows = await databaseWith<Tables>(database).selectFrom(table).select('name').orderBy('name').execute();
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
