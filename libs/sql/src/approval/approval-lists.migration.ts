import type { Kysely } from 'kysely';
import type { Migration } from '../dialect/migration.js';

const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  for (const table of ['toolgate_approval_runs', 'toolgate_approvals']) {
    await schema.createIndex(`${table}_order`).on(table).columns(['tenant', 'place']).execute();
  }
};

/** Adds an index for the lists of a tenant without a filter by status. */
export const APPROVAL_LISTS: Migration = { up, ignorable: false };
