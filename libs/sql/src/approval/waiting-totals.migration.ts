import type { Kysely } from 'kysely';
import { isPostgres } from '../dialect/is-postgres.js';
import type { Migration } from '../dialect/migration.js';
import { sql } from '../dialect/kysely.js';
import { WAITING } from './waiting.js';

const TOTALS = 'toolgate_approval_totals';
/** After so many rows, one transaction replaces those that no other one holds by their sum. */
const SUMMED = 512;

// Each change of a number is a row of its own, so that no transaction waits for another one.
const up = async (database: Kysely<unknown>): Promise<void> => {
  if (!isPostgres(database)) return;
  await database.schema
    .createTable(TOTALS)
    .addColumn('place', 'bigserial', (column) => column.primaryKey().notNull())
    .addColumn('pending', 'bigint', (column) => column.notNull())
    .addColumn('suspended', 'bigint', (column) => column.notNull())
    .execute();
  await createFunction(database);
  await createTriggers(database, 'toolgate_approvals', '1, 0', '-1, 0');
  await createTriggers(database, 'toolgate_approval_runs', '0, 1', '0, -1');
  await sql`insert into ${sql.ref(TOTALS)} (pending, suspended) values (
    (select count(*) from toolgate_approvals where status = ${sql.lit(WAITING.toolgate_approvals)}),
    (select count(*) from toolgate_approval_runs where status = ${sql.lit(WAITING.toolgate_approval_runs)})
  )`.execute(database);
};

// A trigger may run with another search path than the one of this migration.
const createFunction = async (database: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(database);
  const totals = sql.ref(`${rows[0]!.name}.${TOTALS}`);
  await sql`create function toolgate_count_waiting() returns trigger language plpgsql as $$
declare added bigint;
begin
  insert into ${totals} (pending, suspended) values (tg_argv[0]::bigint, tg_argv[1]::bigint) returning place into added;
  if added % ${sql.lit(SUMMED)} = 0 then
    with summed as (
      delete from ${totals} where place in (select place from ${totals} for update skip locked) returning pending, suspended
    )
    insert into ${totals} (pending, suspended) select sum(pending), sum(suspended) from summed having count(*) > 0;
  end if;
  return null;
end $$`.execute(database);
};

const createTriggers = async (
  database: Kysely<unknown>,
  table: keyof typeof WAITING,
  more: string,
  fewer: string,
): Promise<void> => {
  const status = sql.lit(WAITING[table]);
  for (const [event, when, change] of [
    ['insert', sql`new.status = ${status}`, more],
    ['update of status', sql`new.status = ${status} and old.status <> ${status}`, more],
    ['update of status', sql`old.status = ${status} and new.status <> ${status}`, fewer],
    ['delete', sql`old.status = ${status}`, fewer],
  ] as const) {
    const name = `${table}_${event.split(' ')[0]}_${change === more ? 'more' : 'fewer'}`;
    await sql`create trigger ${sql.ref(name)} after ${sql.raw(event)} on ${sql.ref(table)} for each row when (${when})
      execute function toolgate_count_waiting(${sql.raw(change)})`.execute(database);
  }
};

/** PostgreSQL only: the numbers of waiting records, which triggers update, so that no count reads every record. */
export const WAITING_TOTALS: Migration = { up, ignorable: { since: '0015-ignorable-migrations' } };
