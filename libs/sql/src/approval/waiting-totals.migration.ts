import type { Kysely, RawBuilder } from 'kysely';
import { isPostgres } from '../dialect/is-postgres.js';
import type { Migration } from '../dialect/migration.js';
import { sql } from '../dialect/kysely.js';
import { tableName } from '../dialect/table-name.js';
import { WAITING } from './waiting.js';

export const TOTALS = 'toolgate_approval_totals';
/**
 * After this number of rows, one transaction replaces all rows that no other transaction has locked with one row, their
 * sum.
 */
const SUMMED = 512;

/** Returns a name with its schema. */
type Qualified = (name: string) => RawBuilder<unknown>;

// Each change of a number is a row of its own, so that no transaction waits for another one.
const up = async (database: Kysely<unknown>): Promise<void> => {
  if (!isPostgres(database)) return;
  await database.schema
    .createTable(TOTALS)
    .addColumn('place', 'bigserial', (column) => column.primaryKey().notNull())
    .addColumn('pending', 'bigint', (column) => column.notNull())
    .addColumn('suspended', 'bigint', (column) => column.notNull())
    .execute();
  const qualified = await qualifiedIn(database);
  await createFunction(database, qualified);
  await createTriggers(database, qualified, 'toolgate_approvals');
  await createTriggers(database, qualified, 'toolgate_approval_runs');
  await insertTotals(database, qualified);
};

/** Inserts the numbers of records that wait already. From then on, triggers change them. */
export const insertTotals = async (database: Kysely<unknown>, qualified: Qualified): Promise<void> => {
  const waiting = (table: keyof typeof WAITING) =>
    sql`(select count(*) from ${qualified(table)} where status = ${sql.lit(WAITING[table])})`;
  const numbers = sql.join([waiting('toolgate_approvals'), waiting('toolgate_approval_runs')]);
  await sql`insert into ${qualified(TOTALS)} (pending, suspended) values (${numbers})`.execute(database);
};

// A trigger may run with another search path, and raw statements do not get the schema of a Kysely instance.
const qualifiedIn = async (database: Kysely<unknown>): Promise<Qualified> => {
  const { rows } = await sql<{ name: string }>`select quote_ident(current_schema()) as name`.execute(database);
  return (name) => {
    const own = tableName(database, name);
    return sql.raw(own.includes('.') ? own : `${rows[0]!.name}.${own}`);
  };
};

const createFunction = async (database: Kysely<unknown>, qualified: Qualified): Promise<void> => {
  const totals = qualified(TOTALS);
  await sql`create function ${qualified('toolgate_count_waiting')}() returns trigger language plpgsql as $$
declare added bigint;
begin
  insert into ${totals} (pending, suspended) values (tg_argv[0]::bigint, tg_argv[1]::bigint) returning place into added;
  if added % ${sql.lit(SUMMED)} = 0 then
    with summed as (
      delete from ${totals} where place in (select place from ${totals} for update skip locked)
      returning pending, suspended
    )
    insert into ${totals} (pending, suspended) select sum(pending), sum(suspended) from summed having count(*) > 0;
  end if;
  return null;
end $$`.execute(database);
};

const createTriggers = async (database: Kysely<unknown>, qualified: Qualified, table: keyof typeof WAITING) => {
  const by = (change: number) => sql.raw(table === 'toolgate_approvals' ? `'${change}', '0'` : `'0', '${change}'`);
  for (const [name, event, when, change] of changesOf(table)) {
    await sql`create trigger ${sql.ref(`toolgate_waiting_${name}`)} after ${sql.raw(event)} on ${qualified(table)}
      for each row when (${when}) execute function ${qualified('toolgate_count_waiting')}(${by(change)})`.execute(
      database,
    );
  }
};

/** The events that change the number of waiting records of a table, and by how much. */
export const changesOf = (table: keyof typeof WAITING) => {
  const status = sql.lit(WAITING[table]);
  return [
    ['added', 'insert', sql`new.status = ${status}`, 1],
    ['began', 'update of status', sql`new.status = ${status} and old.status <> ${status}`, 1],
    ['ended', 'update of status', sql`old.status = ${status} and new.status <> ${status}`, -1],
    ['deleted', 'delete', sql`old.status = ${status}`, -1],
  ] as const;
};

/** PostgreSQL only: the numbers of waiting records, which triggers update, so that no count reads every record. */
export const WAITING_TOTALS: Migration = { up, ignorable: { since: '0015-ignorable-migrations' } };
