import { type Kysely, sql } from 'kysely';

/** Runs migrations on one connection of PostgreSQL that has no limits meanwhile: a new index takes its time, and so do other instances. */
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
      // A connection that is lost has none any more.
      for (const reset of RESETS) await reset.execute(connection).catch(() => {});
    }
  });

const RESETS = [sql`reset statement_timeout`, sql`reset lock_timeout`];
