import type { Kysely } from 'kysely';
import type { Migration } from '../dialect/migration.js';

/** The executed migrations that an instance may ignore. Each version reads this table, so it never changes. */
export interface IgnorableTables {
  readonly toolgate_ignorable_migrations: {
    /** The table that lists the migration as executed. */
    readonly list: string;
    readonly name: string;
    /** The migration that an instance must know to ignore this one. */
    readonly since: string;
  };
}

const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema
    .createTable('toolgate_ignorable_migrations')
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('toolgate_ignorable_migrations_key', ['list', 'name'])
    .execute();
};

/** The table of the migrations that an instance may ignore. */
export const IGNORABLE_MIGRATIONS: Migration = { up, ignorable: false };
