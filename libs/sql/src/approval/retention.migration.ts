import type { Kysely } from 'kysely';
import { sql } from '../dialect/kysely.js';
import type { Migration } from '../dialect/migration.js';

const table = 'toolgate_approval_runs';

const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  for (const column of ['ended', 'removed']) await schema.alterTable(table).addColumn(column, 'bigint').execute();
  const index = (name: string) => schema.createIndex(`toolgate_approval_runs_${name}`).on(table);
  await index('ended')
    .columns(['ended', 'place'])
    .where(sql<boolean>`ended is not null`)
    .execute();
  await index('content')
    .columns(['ended', 'place'])
    .where(sql<boolean>`ended is not null and removed is null`)
    .execute();
  await index('unstamped')
    .column('place')
    .where(sql<boolean>`ended is null and status not in ('suspended', 'resuming')`)
    .execute();
  await schema
    .createTable('toolgate_tasks')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute();
};

/**
 * Adds columns to the runs: when a run ended, and when its content was removed. Adds the table of the tasks that one
 * process does for all. The first removal fills the columns of runs that ended before.
 */
export const RETENTION: Migration = { up, ignorable: { since: '0015-ignorable-migrations' } };
