import { databaseWith } from './database-with.js';
import type { SqlDatabase } from './sql-database.js';

/** Returns the quoted name of a table, with its schema if the Kysely instance has one, such as `"desk"."orders"`. */
export const tableName = (database: SqlDatabase, table: string): string => {
  const tables = databaseWith<Record<string, object>>(database);
  return tables.selectFrom(table).selectAll().compile().sql.split(' from ')[1]!;
};
