import type { Kysely } from 'kysely';

/** A Kysely instance for SQLite or PostgreSQL, with any tables. */
export type SqlDatabase = Pick<Kysely<unknown>, 'getExecutor' | 'isTransaction' | 'destroy'>;
