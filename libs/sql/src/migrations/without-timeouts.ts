import type { Kysely } from 'kysely';
import { sql } from '../dialect/kysely.js';

/**
 * Runs migrations on one connection of PostgreSQL without time limits, because a new index and other instances may take
 * long.
 */
export const withoutTimeouts = <T>(
  database: Kysely<unknown>,
  act: (database: Kysely<unknown>) => Promise<T>,
): Promise<T> =>
  database.connection().execute(async (connection) => {
    await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
      connection,
    );
    try {
      return await act(connection);
    } finally {
      // A lost connection has no limits to restore.
      for (const reset of resets()) await reset.execute(connection).catch(() => {});
    }
  });

const resets = () => [sql`reset statement_timeout`, sql`reset lock_timeout`];
