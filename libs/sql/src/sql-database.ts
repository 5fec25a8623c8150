import type { Kysely } from 'kysely';

/** A Kysely instance for SQLite or PostgreSQL, whatever tables it knows. */
export type SqlDatabase = Pick<Kysely<unknown>, 'getExecutor' | 'isTransaction' | 'destroy'>;
