import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import type { ReserveQuery } from 'toolgate/approval';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.fixture.js';
import { SqlApprovalStore } from './sql-approval.store.js';
import { runOf } from './stored-records.fixture.js';

let server: PostgresServer;
let one: Kysely<unknown>;
let other: Kysely<unknown>;

beforeAll(async () => {
  server = await startPostgres();
  const connectionString = await server.makeDatabase();
  one = await openSqlDatabase({ postgres: { connectionString } });
  other = await openSqlDatabase({ postgres: { connectionString } });
  await migrateToLatest(one);
}, 60_000);

afterAll(async () => {
  await one?.destroy();
  await other?.destroy();
  await server?.stop();
}, 30_000);

const ALL: ReserveQuery = { work: 'turn', kinds: ['turn'], schema: 1, clients: ['default'], forMs: 1000 };

/** Two stores of processes that share empty tables, and a clock. */
const start = async () => {
  await sql`truncate toolgate_approval_runs`.execute(one);
  const clock = { now: 1_000_000 };
  const now = () => clock.now;
  const stores = [new SqlApprovalStore(one, { now }), new SqlApprovalStore(other, { now })] as const;
  const save = async (id: string, change: object = {}): Promise<void> => {
    const run = runOf(id, { dueAt: clock.now, dueFor: 'turn', ...change });
    await stores[0].change(id, () => ({ run, result: undefined }));
  };
  return { clock, stores, save, store: stores[0] };
};

describe('runs that are reserved on PostgreSQL', () => {
  it('are shared by processes that reserve at the same time: each run goes to one of them', async () => {
    const { stores, save } = await start();
    const ids = Array.from({ length: 60 }, (_, index) => `r${index}`);
    for (const id of ids) await save(id);
    const taken = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => (await stores[index % 2]!.reserveDue(5, ALL))!.runs),
    );
    const rest = (await stores[0].reserveDue(60, ALL))!.runs;
    expect([...taken.flat(), ...rest].sort()).toEqual([...ids].sort());
  });

  it('are those that have been due for the longest, and it is known when the next one is due', async () => {
    const { clock, store, save } = await start();
    await save('late', { dueAt: clock.now - 1 });
    await save('later', { dueAt: clock.now + 500 });
    await save('first', { dueAt: clock.now - 10 });
    await save('expiring', { dueAt: clock.now + 20, dueFor: 'time' });
    expect(await store.reserveDue(1, ALL)).toEqual({ runs: ['first'], nextInMs: 500 });
    expect(await store.reserveDue(9, ALL)).toEqual({ runs: ['late'], nextInMs: 500 });
    expect(await store.reserveDue(9, { ...ALL, work: 'time' })).toEqual({ runs: [], nextInMs: 20 });
    clock.now += 600;
    expect(await store.reserveDue(9, ALL)).toEqual({ runs: ['later'] });
  });

  it('are reserved again after their reservation has expired, or at once if a change makes them due', async () => {
    const { clock, stores, save } = await start();
    await save('r');
    await stores[0].reserveDue(1, ALL);
    clock.now += 999;
    expect((await stores[1].reserveDue(1, ALL))!.runs).toEqual([]);
    clock.now += 1;
    expect((await stores[1].reserveDue(1, ALL))!.runs).toEqual(['r']);
    await stores[1].change('r', (state) => ({ run: { ...state!.run, version: 2, dueAt: 5 }, result: undefined }));
    expect((await stores[0].reserveDue(1, ALL))!.runs).toEqual(['r']);
  });

  it('are reserved again if the clock was set back by more than the time of their reservation', async () => {
    const { clock, stores, save } = await start();
    await save('r', { dueAt: 0 });
    await stores[0].reserveDue(1, ALL);
    clock.now -= 1000;
    expect((await stores[1].reserveDue(1, ALL))!.runs).toEqual([]);
    clock.now -= 1;
    expect((await stores[1].reserveDue(1, ALL))!.runs).toEqual(['r']);
  });

  it('do not wait for a run that another transaction has locked', async () => {
    const { store, save } = await start();
    await save('locked', { dueAt: 0 });
    await save('free');
    await other.transaction().execute(async (transaction) => {
      await sql`select from toolgate_approval_runs where id = 'locked' for update`.execute(transaction);
      expect((await store.reserveDue(9, ALL))!.runs).toEqual(['free']);
    });
    expect((await store.reserveDue(9, ALL))!.runs).toEqual(['locked']);
  });

  it('are of the kinds, the schemas and the clients that the process knows', async () => {
    const { store, save } = await start();
    await save('known');
    await save('kind', { kind: 'call', client: undefined });
    await save('schema', { schema: 2 });
    await save('client', { client: 'sup\u0000port' });
    await save('aside');
    await store.setAside('aside', 'a test');
    expect((await store.reserveDue(9, ALL))!.runs).toEqual(['known']);
    expect((await store.reserveDue(9, { ...ALL, clients: ['other', 'sup\u0000port'] }))!.runs).toEqual(['client']);
    expect((await store.reserveDue(9, { ...ALL, kinds: ['turn', 'call'] }))!.runs).toEqual(['kind']);
    expect((await store.reserveDue(9, { ...ALL, schema: 2 }))!.runs).toEqual(['schema']);
  });

  it('are not those that the process leaves to others', async () => {
    const { stores, save } = await start();
    await save('le\u0000ft');
    await save('due');
    expect((await stores[0].reserveDue(9, { ...ALL, except: ['le\u0000ft'] }))!.runs).toEqual(['due']);
    expect((await stores[1].reserveDue(9, ALL))!.runs).toEqual(['le\u0000ft']);
  });

  it('include runs of every client if the work needs none', async () => {
    const { store, save } = await start();
    await save('r', { client: 'support', dueFor: 'time' });
    const { clients: _, ...any } = ALL;
    expect((await store.reserveDue(9, { ...any, work: 'time' }))!.runs).toEqual(['r']);
  });

  it('do not wait until the disk has saved a reservation', async () => {
    const { save } = await start();
    await save('r');
    await one.transaction().execute(async (transaction) => {
      await sql`set local synchronous_commit = on`.execute(transaction);
      expect((await new SqlApprovalStore(transaction).reserveDue(9, ALL))!.runs).toEqual(['r']);
      const { rows } = await sql<object>`show synchronous_commit`.execute(transaction);
      expect(rows).toEqual([{ synchronous_commit: 'off' }]);
    });
  });

  it('follow the clock of the server if the store has none of its own', async () => {
    const { save } = await start();
    const store = new SqlApprovalStore(other);
    await save('due');
    await save('later', { dueAt: Date.now() + 600_000 });
    const { runs, nextInMs } = (await store.reserveDue(9, ALL))!;
    expect(runs).toEqual(['due']);
    expect(nextInMs).toBeGreaterThan(500_000);
    expect((await store.reserveDue(9, ALL))!.runs).toEqual([]);
  });
});

it('a SQLite file has one process, so nothing is reserved', async () => {
  const database = await openSqlDatabase({ sqlite: { file: ':memory:' } });
  await migrateToLatest(database);
  expect(await new SqlApprovalStore(database).reserveDue(9, ALL)).toBeUndefined();
  await database.destroy();
});

describe('a task that is reserved on PostgreSQL', () => {
  it('belongs to one process at a time, which renews it, until the reservation has expired', async () => {
    const { stores, clock } = await start();
    const [first, second] = stores;
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, index) => stores[index % 2]!.reserveTask('clean', `process-${index}`, 1000)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const holder = `process-${taken.indexOf(true)}`;
    clock.now += 999;
    expect(await first.reserveTask('clean', 'other', 1000)).toBe(false);
    expect(await second.reserveTask('clean', holder, 1000)).toBe(true);
    expect(await second.reserveTask('report', 'other', 1000)).toBe(true);
    clock.now += 1000;
    expect(await first.reserveTask('clean', 'other', 1000)).toBe(true);
    expect(await second.reserveTask('clean', holder, 1000)).toBe(false);
  });

  it('is reserved by the clock of the server', async () => {
    const [store, later] = [new SqlApprovalStore(one), new SqlApprovalStore(other)];
    expect(await store.reserveTask('by the clock', 'a', 60_000)).toBe(true);
    expect(await later.reserveTask('by the clock', 'b', 60_000)).toBe(false);
  });
});
