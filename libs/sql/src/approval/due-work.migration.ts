import type { Kysely } from 'kysely';
import type { Migration } from '../dialect/migration.js';
import { sql } from '../dialect/kysely.js';

const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  const table = 'toolgate_approval_runs';
  await schema
    .alterTable(table)
    .addColumn('turn', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.alterTable(table).addColumn('aside', 'text').execute();
  await schema.dropIndex('toolgate_approval_runs_due').execute();
  await schema
    .createIndex('toolgate_approval_runs_due')
    .on(table)
    .columns(['turn', 'due', 'place'])
    .where(sql<boolean>`due is not null`)
    .execute();
  await schema
    .createIndex('toolgate_approval_runs_aside')
    .on(table)
    .column('place')
    .where(sql<boolean>`aside is not null`)
    .execute();
};

/** Adds columns to the runs: the work that a run is due for, and the reason why it was set aside. */
export const DUE_WORK: Migration = { up, ignorable: false };
