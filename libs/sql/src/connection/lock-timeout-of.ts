import { databaseWith } from '../dialect/database-with.js';
import { sql } from '../dialect/kysely.js';
import type { SqlDatabase } from '../dialect/sql-database.js';

/**
 * Returns how long a statement waits for a lock, in milliseconds, as PostgreSQL reports it; 0 without a limit. Options, a
 * connection string, a role and a database can each set it.
 */
export const lockTimeoutOf = async (database: SqlDatabase): Promise<number> => {
  const query = sql<{ setting: string }>`select setting from pg_settings where name = 'lock_timeout'`;
  const { rows } = await query.execute(databaseWith<unknown>(database));
  return Number(rows[0]!.setting);
};
