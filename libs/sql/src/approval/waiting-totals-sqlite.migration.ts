import type { Kysely } from 'kysely';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import type { Migration } from '../dialect/migration.js';
import { WAITING } from './waiting.js';

const TOTALS = 'toolgate_approval_totals';

// One row is enough, because a transaction locks the whole database.
const up = async (database: Kysely<unknown>): Promise<void> => {
  if (isPostgres(database)) return;
  await database.schema
    .createTable(TOTALS)
    .addColumn('place', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('pending', 'integer', (column) => column.notNull())
    .addColumn('suspended', 'integer', (column) => column.notNull())
    .execute();
  const waiting = (table: keyof typeof WAITING) =>
    sql`(select count(*) from ${sql.table(table)} where status = ${sql.lit(WAITING[table])})`;
  const numbers = sql.join([waiting('toolgate_approvals'), waiting('toolgate_approval_runs')]);
  await sql`insert into ${sql.table(TOTALS)} (pending, suspended) values (${numbers})`.execute(database);
  await createTriggers(database, 'toolgate_approvals', 'pending');
  await createTriggers(database, 'toolgate_approval_runs', 'suspended');
};

const createTriggers = async (
  database: Kysely<unknown>,
  table: keyof typeof WAITING,
  total: 'pending' | 'suspended',
): Promise<void> => {
  const status = sql.lit(WAITING[table]);
  for (const [name, event, when, change] of [
    ['added', 'insert', sql`new.status = ${status}`, 1],
    ['began', 'update of status', sql`new.status = ${status} and old.status <> ${status}`, 1],
    ['ended', 'update of status', sql`old.status = ${status} and new.status <> ${status}`, -1],
    ['deleted', 'delete', sql`old.status = ${status}`, -1],
  ] as const) {
    await sql`create trigger ${sql.ref(`${table}_${name}`)} after ${sql.raw(event)} on ${sql.table(table)}
      for each row when ${when} begin
        update ${sql.table(TOTALS)} set ${sql.ref(total)} = ${sql.ref(total)} + ${sql.lit(change)};
      end`.execute(database);
  }
};

/** SQLite only: the numbers of waiting records, which triggers update, so that no count reads every record. */
export const WAITING_TOTALS_SQLITE: Migration = { up, ignorable: { since: '0015-ignorable-migrations' } };
