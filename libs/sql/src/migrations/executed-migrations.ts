import { recordOf } from '#core';
import { databaseWith } from '../dialect/database-with.js';
import type { SqlDatabase } from '../dialect/sql-database.js';

interface Tables {
  readonly [table: string]: { readonly name: string };
}

/** Returns the names of the migrations that a table lists as executed, in order; none if the table is missing. */
export const executedMigrations = async (database: SqlDatabase, table: string): Promise<readonly string[]> => {
  const executed = databaseWith<Tables>(database).selectFrom(table).select('name').orderBy('name');
  const rows = await unlessMissing(() => executed.execute());
  return rows.map(({ name }) => name);
};

/** Returns the rows of a table; none if the table is missing. */
export const unlessMissing = async <T>(read: () => Promise<readonly T[]>): Promise<readonly T[]> => {
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
