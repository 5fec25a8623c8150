import type { Kysely } from 'kysely';

/** One migration, as Kysely runs it. The type of Kysely moved between 0.28 and 0.29. */
export interface Migration {
  up(database: Kysely<unknown>): Promise<void>;
}
