import type { Kysely } from 'kysely';

/** One step of the tables, as Kysely runs it: its own type moved between 0.28 and 0.29. */
export interface Migration {
  up(database: Kysely<unknown>): Promise<void>;
}
