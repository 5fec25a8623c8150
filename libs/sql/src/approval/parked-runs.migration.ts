import type { Kysely } from 'kysely';
import type { Migration } from '../dialect/migration.js';
import { sql } from '../dialect/kysely.js';

const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  const table = 'toolgate_approval_runs';
  await schema.alterTable(table).addColumn('parked', 'bigint').execute();
  await schema
    .createIndex('toolgate_approval_runs_parked')
    .on(table)
    .column('place')
    .where(sql<boolean>`parked is not null`)
    .execute();
};

/** Adds a column to the runs: the time since which a run is parked. */
export const PARKED_RUNS: Migration = { up, ignorable: false };
