import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import type { StoredRun } from 'toolgate/approval';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.fixture.js';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { SqlApprovalStore } from './sql-approval.store.js';

let server: PostgresServer;
let database: Kysely<unknown>;
let store: SqlApprovalStore;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

beforeEach(async () => {
  database = await openSqlDatabase({ postgres: { connectionString: await server.makeDatabase() } });
  await migrateToLatest(database);
  store = new SqlApprovalStore(database);
});

afterEach(() => database.destroy());

afterAll(() => server?.stop(), 30_000);

const save = (id: string, status: StoredRun['status']): Promise<void> =>
  store.change(id, (state, now) => ({
    run: {
      ...(state?.run ?? RUN),
      id,
      status,
      updatedAt: now,
      version: (state?.run.version ?? 0) + 1,
    },
    result: undefined,
  }));

const RUN: StoredRun = {
  schema: 1,
  id: '',
  tenant: 'acme',
  client: 'default',
  requester: { id: 'ann', tenant: 'acme' },
  status: 'suspended',
  version: 0,
  fence: 0,
  round: 1,
  slots: [],
  hasEffects: false,
  createdAt: 0,
  updatedAt: 0,
  failures: 0,
};

const rowsOf = async (): Promise<number> =>
  (await sql`select from toolgate_approval_totals`.execute(database)).rows.length;

describe('the numbers of waiting runs on PostgreSQL', () => {
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

  it('are summed after many changes, while other transactions write', async () => {
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

  it('contain those that waited before the numbers were stored', async () => {
    const old = await openSqlDatabase({ postgres: { connectionString: await server.makeDatabase() } });
    await migrateToLatest(old);
    for (const table of ['toolgate_approvals', 'toolgate_approval_runs'])
      for (const name of ['added', 'began', 'ended', 'deleted'])
        await sql`drop trigger ${sql.ref(`toolgate_waiting_${name}`)} on ${sql.table(table)}`.execute(old);
    await sql`drop function toolgate_count_waiting`.execute(old);
    await sql`drop table toolgate_approval_totals`.execute(old);
    await sql`drop table toolgate_approval_notices`.execute(old);
    for (const list of ['toolgate_migrations', 'toolgate_ignorable_migrations'])
      await sql`delete from ${sql.table(list)} where name >= '0019-waiting-totals'`.execute(old);
    await sql`insert into toolgate_approval_runs (id, tenant, status, version, body)
      values ('a', 'acme', 'suspended', 1, '{}')`.execute(old);
    await migrateToLatest(old);
    expect((await new SqlApprovalStore(old).counts()).suspended).toBe(1);
    await old.destroy();
  });
});
