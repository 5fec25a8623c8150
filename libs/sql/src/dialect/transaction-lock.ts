import type { RawBuilder } from 'kysely';
import { sql } from './kysely.js';

/** PostgreSQL only: waits until no other transaction has the lock of this name, and holds it until this one ends. */
export const transactionLock = (name: unknown): RawBuilder<unknown> =>
  // Two names with the same hash share a lock. This does no harm, because they only wait for each other.
  sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
