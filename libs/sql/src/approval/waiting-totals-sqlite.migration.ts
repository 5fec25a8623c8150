import type { Kysely } from 'kysely';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import type { Migration } from '../dialect/migration.js';
import type { WAITING } from './waiting.js';
import { changesOf, insertTotals, TOTALS } from './waiting-totals.migration.js';

// One row is enough, because a transaction locks the whole database.
const up = async (database: Kysely<unknown>): Promise<void> => {
  if (isPostgres(database)) return;
  await database.schema
    .createTable(TOTALS)
    .addColumn('place', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('pending', 'integer', (column) => column.notNull())
    .addColumn('suspended', 'integer', (column) => column.notNull())
    .execute();
  await insertTotals(database, sql.table);
  await createTriggers(database, 'toolgate_approvals', 'pending');
  await createTriggers(database, 'toolgate_approval_runs', 'suspended');
};

const createTriggers = async (
  database: Kysely<unknown>,
  table: keyof typeof WAITING,
  total: 'pending' | 'suspended',
): Promise<void> => {
  for (const [name, event, when, change] of changesOf(table)) {
    await sql`create trigger ${sql.ref(`${table}_${name}`)} after ${sql.raw(event)} on ${sql.table(table)}
      for each row when ${when} begin
        update ${sql.table(TOTALS)} set ${sql.ref(total)} = ${sql.ref(total)} + ${sql.lit(change)};
      end`.execute(database);
  }
};

/** SQLite only: the numbers of waiting records, which triggers update, so that no count reads every record. */
export const WAITING_TOTALS_SQLITE: Migration = { up, ignorable: { since: '0015-ignorable-migrations' } };
