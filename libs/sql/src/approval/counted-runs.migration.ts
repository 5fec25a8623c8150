import type { Kysely } from 'kysely';
import type { Migration } from '../dialect/migration.js';
import { sql } from '../dialect/kysely.js';
import { markOf } from './index-marks.js';

const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  for (const column of ['parked', 'aside']) {
    await schema
      .createIndex(`toolgate_approval_runs_few_${column}`)
      .on('toolgate_approval_runs')
      .column('place')
      .where(sql<boolean>`${sql.ref(column)} is not null and ${markOf('few')}`)
      .execute();
  }
};

/** Adds the indexes by which monitoring counts parked runs and runs that are set aside. */
export const COUNTED_RUNS: Migration = { up, ignorable: false };
