import type { Kysely } from 'kysely';
import type { Migration } from '../dialect/migration.js';
import { sql } from '../dialect/kysely.js';
import { WAITING } from './waiting.js';

const up = async ({ schema }: Kysely<unknown>): Promise<void> => {
  for (const [table, status] of Object.entries(WAITING)) {
    const isWaiting = sql<boolean>`status = ${sql.lit(status)}`;
    const isNotWaiting = sql<boolean>`status <> ${sql.lit(status)}`;
    await schema.dropIndex(`${table}_status`).execute();
    await schema.createIndex(`${table}_waiting`).on(table).column('place').where(isWaiting).execute();
    await schema.createIndex(`${table}_status`).on(table).columns(['status', 'place']).where(isNotWaiting).execute();
  }
};

/** Adds indexes of the waiting runs and approvals, because these are counted every few seconds. */
export const WAITING_LISTS: Migration = { up, ignorable: false };
