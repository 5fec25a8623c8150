import { type RawBuilder, sql } from 'kysely';

/** PostgreSQL only: waits until no other transaction has the lock of this name, and has it to the end of this one. */
export const transactionLock = (name: unknown): RawBuilder<unknown> =>
  // Other names that happen to have the same hash only wait for each other.
  sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
