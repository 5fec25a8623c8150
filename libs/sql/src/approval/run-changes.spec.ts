import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.fixture.js';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { SqlApprovalStore } from './sql-approval.store.js';
import { approvalOf, runOf } from './stored-records.fixture.js';

let server: PostgresServer;
let connectionString: string;
let database: Kysely<unknown>;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

beforeEach(async () => {
  await database?.destroy();
  connectionString = await server.makeDatabase();
  database = await openSqlDatabase({ postgres: { connectionString } });
  await migrateToLatest(database);
});

afterAll(async () => {
  await database?.destroy();
  await server?.stop();
}, 30_000);

const run = runOf('r');
const approvals = [approvalOf('a', 'r')];
const events = [{ run: 'r', tenant: 'acme', at: 1, type: 'COUNTED' }];

/** Waits until a statement waits for a lock. */
const statementWaits = async (): Promise<void> => {
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  while ((await waiting.execute(database)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('a change of a run on PostgreSQL', () => {
  it('sees what was written while it waited, also of the approvals', async () => {
    const store = new SqlApprovalStore(database);
    await store.change('r', () => ({ run, approvals, result: undefined }));
    let waiting!: Promise<unknown>;
    await database.transaction().execute(async (transaction) => {
      await sql`select from toolgate_approval_runs for update`.execute(transaction);
      waiting = store.change('r', (state) => ({ result: [state?.run.version, state?.approvals[0]?.status] }));
      await statementWaits();
      const approved = JSON.stringify({ ...approvals[0], status: 'APPROVED' });
      await sql`update toolgate_approvals set body = ${approved}`.execute(transaction);
      const next = JSON.stringify({ ...run, version: 2 });
      await sql`update toolgate_approval_runs set version = 2, body = ${next}`.execute(transaction);
    });
    expect(await waiting).toEqual([2, 'APPROVED']);
  });

  it('finds no run and no approval that were deleted while it waited', async () => {
    const store = new SqlApprovalStore(database);
    await store.change('r', () => ({ run, approvals, result: undefined }));
    let waiting!: Promise<unknown>;
    await database.transaction().execute(async (transaction) => {
      await sql`delete from toolgate_approval_runs`.execute(transaction);
      await sql`delete from toolgate_approvals`.execute(transaction);
      waiting = store.change('r', (state) => ({ result: state }));
      await statementWaits();
    });
    expect(await waiting).toBeUndefined();
  });

  it.each([
    ['Kysely', []],
    ['a Kysely instance that renames columns', [new CamelCasePlugin()]],
  ])('locks and reads with one statement, and writes with another one, with %s', async (_, plugins) => {
    const statements: string[] = [];
    const pool = new Pool({ connectionString });
    // The server may stop before the last connections of an ended pool are closed.
    pool.on('error', () => {});
    const log = ({ query }: { readonly query: { readonly sql: string } }) => void statements.push(query.sql);
    const logged = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }), log, plugins });
    const store = new SqlApprovalStore(logged);
    await store.change('r', () => ({ run, approvals, events, result: undefined }));
    await store.change('r', () => ({ run: { ...run, version: 2 }, events, result: undefined }));
    const words = statements.map((statement) => statement.split(' ')[0]);
    expect(words).toEqual(['start', 'with', 'with', 'commit', 'start', 'with', 'with', 'commit']);
    expect(await store.state('r')).toEqual({ run: { ...run, version: 2 }, approvals });
    expect(await store.events('r')).toEqual([...events, ...events]);
    await logged.destroy();
  });
});
