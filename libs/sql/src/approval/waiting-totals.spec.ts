import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import type { StoredRun } from 'toolgate/approval';
import { eachDatabase } from '../fixtures/each-database.fixture.js';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { SqlApprovalStore } from './sql-approval.store.js';
import { runOf } from './stored-records.fixture.js';

const { newDatabase } = eachDatabase();

let database: Kysely<unknown>;
let store: SqlApprovalStore;

const open = async (kind: 'SQLite' | 'PostgreSQL'): Promise<void> => {
  database = await (await newDatabase[kind]())();
  await migrateToLatest(database);
  store = new SqlApprovalStore(database);
};

afterEach(() => database.destroy());

const save = (id: string, status: StoredRun['status']): Promise<void> =>
  store.change(id, (state, now) => ({
    run: runOf(id, { ...state?.run, status, updatedAt: now, version: (state?.run.version ?? 0) + 1 }),
    result: undefined,
  }));

const rowsOf = async (): Promise<number> =>
  (await sql`select from toolgate_approval_totals`.execute(database)).rows.length;

describe.each(['SQLite', 'PostgreSQL'] as const)('the numbers of waiting runs on %s', (kind) => {
  beforeEach(() => open(kind));

  it('follow each change of a status, also one that is made by hand, and one that is rolled back', async () => {
    await save('a', 'suspended');
    await save('b', 'suspended');
    await save('c', 'resuming');
    expect((await store.counts()).suspended).toBe(2);
    await save('a', 'resuming');
    await save('c', 'suspended');
    await save('c', 'suspended');
    expect((await store.counts()).suspended).toBe(2);
    await sql`delete from toolgate_approval_runs where id = 'b'`.execute(database);
    const failed = database.transaction().execute(async (transaction) => {
      await sql`delete from toolgate_approval_runs`.execute(transaction);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect((await store.counts()).suspended).toBe(1);
  });

  it('contain those that waited before the numbers were stored', async () => {
    for (const table of ['toolgate_approvals', 'toolgate_approval_runs'] as const) await dropTriggers(kind, table);
    if (kind === 'PostgreSQL') await sql`drop function toolgate_count_waiting`.execute(database);
    await sql`drop table toolgate_approval_totals`.execute(database);
    await sql`drop table toolgate_approval_notices`.execute(database);
    for (const list of ['toolgate_migrations', 'toolgate_ignorable_migrations'])
      await sql`delete from ${sql.table(list)} where name >= '0019-waiting-totals'`.execute(database);
    await sql`insert into toolgate_approval_runs (id, tenant, status, version, body)
      values ('a', 'acme', 'suspended', 1, '{}')`.execute(database);
    await migrateToLatest(database);
    expect((await store.counts()).suspended).toBe(1);
    await save('b', 'suspended');
    expect((await store.counts()).suspended).toBe(2);
  });
});

const dropTriggers = async (kind: string, table: string): Promise<void> => {
  for (const name of ['added', 'began', 'ended', 'deleted'])
    await (kind === 'SQLite'
      ? sql`drop trigger ${sql.ref(`${table}_${name}`)}`.execute(database)
      : sql`drop trigger ${sql.ref(`toolgate_waiting_${name}`)} on ${sql.table(table)}`.execute(database));
};

describe('the numbers of waiting runs', () => {
  it('are summed on PostgreSQL after many changes, while other transactions write', async () => {
    await open('PostgreSQL');
    await save('a', 'suspended');
    const other = await database.startTransaction().execute();
    await sql`update toolgate_approval_runs set status = 'resuming' where id = 'a'`.execute(other);
    await sql`insert into toolgate_approval_runs (id, tenant, status, version, body)
      select 'many-' || n, 'acme', 'suspended', 1, '{}' from generate_series(1, 1200) n`.execute(database);
    expect((await store.counts()).suspended).toBe(1201);
    // Two sums, those that follow, and the one that is not committed.
    expect(await rowsOf()).toBeLessThan(300);
    await other.commit().execute();
    expect((await store.counts()).suspended).toBe(1200);
  });
});
