import type { Kysely } from 'kysely';

/** One migration, as Kysely runs it. The type of Kysely moved between 0.28 and 0.29. */
export interface Migration {
  up(database: Kysely<unknown>): Promise<void>;
  /**
   * Whether an instance that does not know this migration may work with its tables. It must know the migration `since`,
   * and may be of any later version.
   */
  readonly ignorable: false | { readonly since: string };
}
