import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { type StoredEvent, type ChangeRun, StoreUnavailableException } from 'toolgate/approval';
import { approvalStoreContract } from 'toolgate/testing';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.fixture.js';
import { SqlApprovalStore } from './sql-approval.store.js';
import { runOf } from './stored-records.fixture.js';

let server: PostgresServer;
let one: Kysely<unknown>;
let other: Kysely<unknown>;
let connectionString: string;

beforeAll(async () => {
  server = await startPostgres();
  connectionString = await server.makeDatabase();
  one = await openSqlDatabase({ postgres: { connectionString } });
  other = await openSqlDatabase({ postgres: { connectionString } });
  await migrateToLatest(one);
}, 60_000);

afterAll(async () => {
  await one?.destroy();
  await other?.destroy();
  await server?.stop();
}, 30_000);

const empty = () =>
  sql`truncate toolgate_approval_runs, toolgate_approval_checkpoints, toolgate_approval_steps, toolgate_approvals, toolgate_approval_deciders, toolgate_approval_events, toolgate_tool_schemas, toolgate_approval_totals, toolgate_approval_notices`.execute(
    one,
  );

/** Returns two stores that share empty tables and use the clock of the server. */
const twoStores = async (): Promise<readonly [SqlApprovalStore, SqlApprovalStore]> => {
  await empty();
  return [new SqlApprovalStore(one), new SqlApprovalStore(other)];
};

approvalStoreContract(
  { describe, it },
  {
    name: 'SqlApprovalStore on PostgreSQL',
    create: async ({ now }) => {
      await empty();
      return new SqlApprovalStore(one, { now });
    },
  },
);

const run = runOf('r');

const eventAt = (at: number): StoredEvent => ({ run: 'r', tenant: 'acme', at, type: 'COUNTED' });

/** Writes another version of the run, and returns its time. */
const count: ChangeRun<number> = (state, now) => {
  const version = (state?.run.version ?? 0) + 1;
  return { run: { ...run, version, updatedAt: now }, events: [eventAt(now)], result: version };
};

/** Waits until a statement waits for a lock. */
const statementWaits = async (): Promise<void> => {
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  while ((await waiting.execute(other)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

const pause = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

describe('two stores of approvals on one PostgreSQL database', () => {
  it('never take a notice that the other one is taking, and do not wait for it', async () => {
    const [store] = await twoStores();
    for (const id of ['a', 'b']) {
      const notice = { schema: 1, id, channel: 'desk', kind: 'parked', run: id, tenant: 'acme', at: 1 } as const;
      await store.change(id, () => ({ run: { ...run, id }, notices: [notice], result: undefined }));
    }
    const take = async () => {
      const taken = await store.notices().take({ channel: 'desk', holder: 'one', forMs: 60_000, limit: 10 });
      return taken.map(({ notice }) => notice.id);
    };
    await other.transaction().execute(async (transaction) => {
      await sql`update toolgate_approval_notices set holder = 'other' where id = 'a'`.execute(transaction);
      expect(await take()).toEqual(['b']);
    });
    expect(await take()).toEqual(['a']);
  });

  it('carry out each change once, one after the other', async () => {
    const stores = await twoStores();
    const results = await Promise.all(Array.from({ length: 60 }, (_, index) => stores[index % 2]!.change('r', count)));
    const all = Array.from({ length: 60 }, (_, index) => index + 1);
    expect(results.toSorted((a, b) => a - b)).toEqual(all);
    expect((await stores[0].state('r'))!.run.version).toBe(60);
    const times = (await stores[1].events('r')).map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('open each run once', async () => {
    const stores = await twoStores();
    for (let index = 0; index < 15; index++) {
      const opened = `run ${index}`;
      const open: ChangeRun<string> = (state) =>
        state ? { result: 'theirs' } : { run: { ...run, id: opened }, result: 'mine' };
      const results = await Promise.all([0, 1, 0, 1].map((which) => stores[which]!.change(opened, open)));
      expect(results.toSorted()).toEqual(['mine', 'theirs', 'theirs', 'theirs']);
    }
  });

  it('date a change when they lock the run, not when they began to wait for it', async () => {
    const [store] = await twoStores();
    await store.change('r', count);
    let waiting!: Promise<number>;
    let released!: number;
    await one.transaction().execute(async (transaction) => {
      await sql`select from toolgate_approval_runs for update`.execute(transaction);
      waiting = new SqlApprovalStore(other).change('r', (_, now) => ({ result: now }));
      await statementWaits();
      await pause(60);
      const { rows } = await sql<{ now: string }>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(
        transaction,
      );
      released = Math.floor(Number(rows[0]!.now));
    });
    expect(await waiting).toBeGreaterThanOrEqual(released);
  });

  it('return the due runs by the clock of the server, in whole milliseconds', async () => {
    const [store] = await twoStores();
    const now = await store.change('r', (_, time) => ({ run: { ...run, dueAt: time + 60_000 }, result: time }));
    expect(Number.isInteger(now)).toBe(true);
    expect(Math.abs(now - Date.now())).toBeLessThan(5000);
    const { runs, nextInMs } = await store.due(10);
    expect(runs).toEqual([]);
    expect(nextInMs).toBeGreaterThan(50_000);
    expect(nextInMs).toBeLessThanOrEqual(60_000);
  });

  it('save changes if the database has another default isolation level', async () => {
    await empty();
    const name = new URL(connectionString).pathname.slice(1);
    await sql`alter database ${sql.id(name)} set default_transaction_isolation = 'serializable'`.execute(one);
    const fresh = await openSqlDatabase({ postgres: { connectionString } });
    const store = new SqlApprovalStore(fresh);
    await Promise.all(Array.from({ length: 20 }, () => store.change('r', count)));
    expect((await store.state('r'))!.run.version).toBe(20);
    await sql`alter database ${sql.id(name)} reset default_transaction_isolation`.execute(one);
    await fresh.destroy();
  });

  it('save the outcomes of deliveries if the database has another default isolation level', async () => {
    await empty();
    const name = new URL(connectionString).pathname.slice(1);
    await sql`alter database ${sql.id(name)} set default_transaction_isolation = 'serializable'`.execute(one);
    const fresh = await openSqlDatabase({ postgres: { connectionString } });
    const store = new SqlApprovalStore(fresh);
    const about = { schema: 1, channel: 'desk', kind: 'parked', tenant: 'acme' } as const;
    const noticesOf = (id: string) => [1, 2, 3].map((at) => ({ ...about, id: `${id}-${at}`, run: id, at }));
    const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
    await Promise.all(
      ids.map((id) => store.change(id, () => ({ run: { ...run, id }, notices: noticesOf(id), result: 0 }))),
    );
    const deliver = async (holder: string): Promise<number> => {
      let delivered = 0;
      for (;;) {
        const taken = await store.notices().take({ channel: 'desk', holder, forMs: 60_000, limit: 4 });
        if (taken.length === 0) return delivered;
        const settled = taken.map(({ notice: { id } }) => store.notices().settle(id, holder, { type: 'delivered' }));
        delivered += (await Promise.all(settled)).filter(Boolean).length;
      }
    };
    const counts = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(deliver));
    expect(counts.reduce((sum, count) => sum + count)).toBe(120);
    await sql`alter database ${sql.id(name)} reset default_transaction_isolation`.execute(one);
    await fresh.destroy();
  });

  it('use the schema of the Kysely instance', async () => {
    const database = await openSqlDatabase({ postgres: { connectionString: await server.makeDatabase() } });
    await database.schema.createSchema('desk').execute();
    const own = database.withSchema('desk');
    await migrateToLatest(own);
    const store = new SqlApprovalStore(own);
    await store.change('r', count);
    expect(await store.change('r', count)).toBe(2);
    const { rows } = await sql`select from desk.toolgate_approval_runs`.execute(database);
    expect(rows).toHaveLength(1);
    await database.destroy();
  });

  it('store nothing of a change whose connection is closed in the middle, and store it when it is repeated', async () => {
    const [store] = await twoStores();
    await store.change('r', count);
    let broken!: Promise<unknown>;
    await other.transaction().execute(async (transaction) => {
      await sql`lock table toolgate_approval_events`.execute(transaction);
      broken = store.change('r', count).catch((error: unknown) => error);
      await statementWaits();
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(transaction);
      const error = await broken;
      expect(error).toBeInstanceOf(StoreUnavailableException);
      expect(String((error as Error).cause)).toMatch(/terminat/i);
    });
    expect((await store.state('r'))!.run.version).toBe(1);
    expect(await store.change('r', count)).toBe(2);
    expect(await store.events('r')).toHaveLength(2);
  });

  it('find their rows by indexes', async () => {
    await twoStores();
    await one.transaction().execute(async (transaction) => {
      // PostgreSQL scans an empty table unless that is disabled.
      await sql`set local enable_seqscan = off`.execute(transaction);
      await sql`set local enable_sort = off`.execute(transaction);
      for (const [query, index] of Object.entries(PLANS)) {
        const { rows } = await sql<Record<string, string>>`explain ${sql.raw(query)}`.execute(transaction);
        expect(JSON.stringify(rows)).toContain(index);
      }
    });
  });
});

const PLANS: Readonly<Record<string, string>> = {
  'select id from toolgate_approval_runs where turn = 0 and due is not null and (due, place) > (-1, 0) order by due, place limit 5':
    'toolgate_approval_runs_due',
  'select count(*) from toolgate_approval_runs where aside is not null': 'toolgate_approval_runs_aside',
  "select body from toolgate_approvals where run = 'r' order by place": 'toolgate_approvals_run',
  "select body from toolgate_approvals where status = 'PENDING' and length(id) >= 0 and (created, place) > (7, 7) order by created, place limit 5":
    'toolgate_approvals_waiting',
  "select body from toolgate_approvals where status <> 'PENDING' and status = 'APPROVED' and (created, place) > (7, 7) order by created, place limit 5":
    'toolgate_approvals_status',
  "select body from toolgate_approvals where tenant = 't' and status = 'PENDING' and length(tenant) >= 0 order by created, place limit 5":
    'toolgate_approvals_tenant',
  "select body from toolgate_approval_runs where tenant = 't' and conversation = 'c' and status = 'suspended' order by place limit 5":
    'toolgate_approval_runs_conversation',
  "select id from toolgate_approval_runs where tenant = 't' and conversation = 'c' and status in ('suspended', 'resuming') and id <> 'r'":
    'toolgate_approval_runs_conversation',
  "select body from toolgate_approval_events where run = 'r' order by place": 'toolgate_approval_events_run',
};
