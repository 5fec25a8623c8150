import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import { ChatClientRegistry } from 'toolgate/chat';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { approveOne, bootAgents, pendingOf } from '../approval/agents.fixture.js';
import { until, waits } from '../approval/waiting.fixture.js';

let server: PostgresServer;
let connectionString: string;
const databases: Kysely<unknown>[] = [];
const started: { readonly app: { close(): Promise<void> } }[] = [];

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterEach(async () => {
  for (const { app } of started.splice(0)) await app.close();
  for (const database of databases.splice(0)) await database.destroy();
});

afterAll(async () => server?.stop(), 30_000);

const open = async (): Promise<Kysely<unknown>> => {
  const database = await openSqlDatabase({ postgres: { connectionString } });
  databases.push(database);
  return database;
};

/** Starts an instance of one application. */
const start = async (worker = false) => {
  const instance = await bootAgents({ options: { store: new SqlApprovalStore(await open()), approval: { worker } } });
  started.push(instance);
  return instance;
};

describe('instances that share turns with agents', () => {
  it('resume the turn of an agent in one of them, and the turn around it in another', async () => {
    connectionString = await server.makeDatabase();
    await migrateToLatest(await open());
    const [door, inner, outer] = [await start(), await start(), await start()];
    const { runId, inside } = await waits(door.chat.prompt('find agent(refund)').call());
    await approveOne(door);
    const client = inner.app.get(ChatClientRegistry).get('inner');
    expect(await client.resume(inside![0]!.runId).call().content()).toBe('Done: refund.');
    expect(await outer.approvals.runs.get(runId)).toMatchObject({ status: 'suspended' });
    expect(await outer.chat.resume(runId).call().content()).toBe('Done: find agent(refund).');
    expect([door, inner, outer].map(({ refunds }) => refunds().length)).toEqual([0, 1, 0]);
    expect(JSON.stringify(outer.model.prompts.at(-1))).toContain('Done: refund.');
  });

  it('pass each outcome once, however many workers race for it', async () => {
    connectionString = await server.makeDatabase();
    await migrateToLatest(await open());
    const door = await start();
    const workers = [await start(true), await start(true), await start(true)];
    const asked = Array.from({ length: 6 }, () => waits(door.chat.prompt('agent(agent(refund))').call()));
    const runs = (await Promise.all(asked)).map(({ runId }) => runId);
    const { items } = await door.approvals.list({ status: 'PENDING' });
    expect(items).toHaveLength(6);
    for (const one of items) {
      const { revision, argsHash } = one;
      const yes = { decisionId: one.id, decision: 'approve', revision, argsHash } as const;
      await door.approvals.decide(one.id, yes, { id: 'grace' });
    }
    const all = async () => (await door.approvals.runs.list({ limit: 100 })).items;
    await until(async () => (await all()).every(({ endedAt }) => endedAt !== undefined), 20_000);
    expect((await all()).map(({ status }) => status)).toEqual(Array(18).fill('completed'));
    expect(workers.flatMap(({ refunds }) => refunds())).toHaveLength(6);
    for (const id of runs) {
      const ended = (await door.approvals.runs.events(id)).filter(({ type }) => type === 'INNER_ENDED');
      expect(ended).toHaveLength(1);
    }
  });

  it('leave runs with agents alone that a version without agents finds', async () => {
    connectionString = await server.makeDatabase();
    await migrateToLatest(await open());
    const door = await start();
    await waits(door.chat.prompt('agent(refund)').call());
    const { runId } = await pendingOf(door);
    const store = new SqlApprovalStore(await open(), { now: () => Date.now() + 90_000_000 });
    const earlier = { work: 'time', kinds: ['turn', 'call', 'external'], schema: 1, forMs: 0 } as const;
    expect((await store.reserveDue(10, earlier))?.runs).toEqual([]);
    expect((await store.reserveDue(10, { ...earlier, schema: 2 }))?.runs).toEqual([runId]);
  });
});
