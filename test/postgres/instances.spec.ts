import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import type { ApprovalChange } from 'toolgate/approval';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { until } from '../approval/waiting.fixture.js';
import { deferred } from '../story.fixture.js';
import { type InstanceStory, startInstance } from './instance.fixture.js';

let server: PostgresServer;
let connectionString: string;
const started: { readonly app: { close(): Promise<void> } }[] = [];

beforeAll(async () => {
  server = await startPostgres();
  connectionString = await server.makeDatabase();
}, 60_000);

afterEach(async () => {
  for (const { app } of started.splice(0)) await app.close();
});

afterAll(async () => server?.stop(), 30_000);

const start = async (story: Omit<InstanceStory, 'connectionString'> = {}) => {
  const instance = await startInstance({ connectionString, ...story });
  started.push(instance);
  return instance;
};

/** Ends the connections that listen. */
const cutListeners = async (): Promise<void> => {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'toolgate' and datname = current_database()`,
  );
  await client.end();
};

/** Collects the changes that an instance reports. */
const collect = (instance: Awaited<ReturnType<typeof start>>): ApprovalChange[] => {
  const changes: ApprovalChange[] = [];
  void (async () => {
    for await (const change of instance.approvals.changes({ id: 'grace' })) changes.push(change);
  })();
  return changes;
};

describe('instances that PostgresModule connects', () => {
  it('resume a run that was decided elsewhere, long before their next sweep', async () => {
    const [door, worker] = [await start(), await start({ worker: true })];
    for (let count = 1; count <= 4; count++) {
      const runId = await door.ask();
      await door.approve(runId);
      await until(() => worker.desk.done.length === count, 2500);
      expect(worker.desk.done.at(-1)).toContain(runId);
    }
    expect(door.desk.done).toEqual([]);
  });

  it('report a change to the subscribers of all of them, once', async () => {
    const [writer, reader] = [await start(), await start()];
    const [here, there] = [collect(writer), collect(reader)];
    const runId = await writer.ask();
    const isThere = (changes: readonly ApprovalChange[]) => changes.some(({ kind }) => kind === 'approval');
    await until(() => isThere(there) && isThere(here));
    expect(there).toEqual(here);
    expect(there.filter(({ kind }) => kind === 'run')).toEqual([
      { kind: 'run', id: runId, version: 1, status: 'suspended' },
    ]);
  });

  it('let a reader follow a run that another one resumes', async () => {
    const gate = deferred();
    const answer: InstanceStory['answer'] = async ({ messages }) => {
      await gate.promise;
      return `Done after ${messages.length} messages.`;
    };
    const door = await start();
    const runId = await door.ask();
    await door.approve(runId);
    const worker = await start({ worker: true, answer });
    await until(() => worker.desk.done.length === 1);
    const reading = door.chat.resume(runId).call().content();
    gate.resolve();
    expect(await reading).toContain('Done after');
    expect(door.desk.done).toEqual([]);
  });

  it('connect again after the connection is lost, read everything again, and resume what became due', async () => {
    const [door, worker] = [await start(), await start({ worker: true })];
    const changes = collect(worker);
    const runId = await door.ask();
    await cutListeners();
    await door.approve(runId);
    await until(() => changes.some(({ kind }) => kind === 'reset'));
    await until(() => worker.desk.done.length === 1, 4000);
    // One line for each of them: the log belongs to the process.
    expect(worker.logs.filter((line) => line.includes('The listening connection was lost'))).toHaveLength(2);
    changes.splice(0);
    await until(async () => {
      await door.ask();
      return changes.some(({ kind }) => kind === 'approval');
    });
  });

  it('ignore notifications of others', async () => {
    const [door, worker] = [await start(), await start({ worker: true })];
    const changes = collect(worker);
    const client = new Client({ connectionString });
    await client.connect();
    const channel = `'toolgate_' || md5(current_schema())`;
    for (const payload of [
      '',
      'text',
      'null',
      '{"from":1}',
      '{"from":"x","due":"now"}',
      '{"from":"x","changes":[null]}',
    ]) {
      await client.query(`select pg_notify(${channel}, $1)`, [payload]);
    }
    await client.end();
    const runId = await door.ask();
    await until(() => changes.some((change) => change.kind === 'run' && change.id === runId));
    expect(changes.filter(({ kind }) => !['run', 'approval'].includes(kind))).toEqual([]);
  });
});
