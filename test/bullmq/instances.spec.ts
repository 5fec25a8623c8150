import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createPostgresBackend, createRedisBackend, Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { TimerRunDispatcher } from 'toolgate/approval';
import { BullMqModule } from 'toolgate/bullmq';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { until } from '../approval/waiting.fixture.js';
import { deferred } from '../story.fixture.js';
import { type InstanceStory, startInstance } from '../postgres/instance.fixture.js';
import { onEveryJobServer } from './job-servers.fixture.js';
import { startSilentProxy } from './silent-proxy.fixture.js';
import { compiledProgram } from '../run/compiled-program.js';

/** From now on, only jobs wake the workers of this test. */
const stopSweeps = () => vi.spyOn(TimerRunDispatcher.prototype, 'start').mockReturnValue();

let server: PostgresServer;
let connectionString: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

beforeEach(async () => {
  connectionString = await server.makeDatabase();
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
});

afterAll(async () => server?.stop(), 30_000);

onEveryJobServer('instances that BullMqModule connects', (connectionOf) => {
  /** The instances and the jobs of one application. */
  const application = (queue = randomUUID()) => {
    const connection = connectionOf(connectionString);
    const start = async (story: Omit<InstanceStory, 'connectionString'> = {}) => {
      const instance = await startInstance({
        connectionString,
        wakes: BullMqModule.forRoot({ connection, queue }),
        ...story,
      });
      closing.unshift(() => instance.app.close());
      return instance;
    };
    const openJobs = () => {
      const isRedis = String(connection).startsWith('redis');
      const jobs = isRedis
        ? new Queue(queue, { connection: { url: String(connection) } }, createRedisBackend)
        : new Queue(queue, { connection: String(connection) }, createPostgresBackend);
      closing.unshift(() => jobs.close());
      return jobs as Queue;
    };
    return { start, openJobs, connection: String(connection), queue };
  };

  it('resume a run that was decided elsewhere, without a sweep', async () => {
    stopSweeps();
    const { start } = application();
    const [door, worker] = [await start(), await start({ worker: true })];
    for (let count = 1; count <= 4; count++) {
      const runId = await door.ask();
      await door.approve(runId);
      await until(() => worker.desk.done.length === count, 20_000);
      expect(worker.desk.done.at(-1)).toContain(runId);
    }
    expect(door.desk.done).toEqual([]);
  });

  it('add one job for each due run: its id is the run and the version, and it contains nothing of the turn', async () => {
    const { start, openJobs } = application();
    const door = await start({ expiresInMs: 60_000 });
    const jobs = openJobs();
    const runId = await door.ask();
    await until(async () => (await jobs.getDelayed()).length === 1);
    const [expiry] = await jobs.getDelayed();
    expect(expiry).toMatchObject({ id: `${runId}-1`, data: { run: runId }, delay: 60_000 });
    await door.approve(runId);
    await until(async () => (await jobs.getWaiting()).length === 1);
    const [turn] = await jobs.getWaiting();
    expect(turn).toMatchObject({ id: `${runId}-2`, data: { run: runId }, delay: 0 });
    expect(turn!.opts).toMatchObject({ attempts: 1, removeOnComplete: true, removeOnFail: true });
  });

  it('do the work of a run when it is due, and leave no job of an ended one', async () => {
    stopSweeps();
    const { start, openJobs } = application();
    const [door, worker] = [await start({ expiresInMs: 700 }), await start({ worker: true })];
    const expire = async (): Promise<void> => {
      const runId = await door.ask();
      await until(async () => (await worker.approvals.runs.get(runId)).status === 'completed', 20_000);
    };
    await Promise.all([expire(), expire(), expire(), expire()]);
    expect(worker.desk.done).toEqual([]);
    const jobs = openJobs();
    await until(async () => (await jobs.count()) === 0 && (await jobs.getJobCountByTypes('completed', 'failed')) === 0);
  });

  it('resume a run whose job was lost, in a sweep', async () => {
    const { start } = application();
    const elsewhere = application().start;
    const [door, worker] = [await elsewhere(), await start({ worker: true })];
    const runId = await door.ask();
    await door.approve(runId);
    await until(() => worker.desk.done.length === 1, 8000);
    expect(worker.desk.done[0]).toContain(runId);
  });

  it('stop within their time limit while a turn takes longer, and leave the run to others', async () => {
    const { start, connection, queue } = application();
    const gate = deferred();
    const answer: InstanceStory['answer'] = async () => {
      await gate.promise;
      return 'Done.';
    };
    const door = await start();
    const runId = await door.ask();
    const wakes = BullMqModule.forRoot({ connection, queue });
    const busy = await startInstance({ connectionString, worker: true, shutdownMs: 100, answer, wakes });
    await door.approve(runId);
    await until(() => busy.desk.done.length === 1);
    const stopped = performance.now();
    await busy.app.close();
    expect(performance.now() - stopped).toBeLessThan(3000);
    gate.resolve();
    const other = await start({ worker: true });
    await until(async () => (await other.approvals.runs.get(runId)).status === 'completed', 8000);
    expect([...busy.desk.done, ...other.desk.done]).toHaveLength(1);
  });

  it('close although the server of the jobs no longer answers', async () => {
    const proxy = await startSilentProxy(String(connectionOf(connectionString)));
    closing.unshift(async () => proxy.stop());
    const wakes = BullMqModule.forRoot({ connection: proxy.connectionString });
    const { app } = await startInstance({ connectionString, worker: true, wakes });
    proxy.silence();
    await app.close();
  }, 30_000);

  it('share the runs of two other processes, and run each body once', async () => {
    const { start, connection, queue } = application();
    const door = await start();
    const bodies: string[][] = [[], []];
    const program = await compiledProgram('test/bullmq/work-on-jobs');
    const startProcess = async (own: string[]): Promise<void> => {
      const child = fork(program, [connectionString, connection, queue], { execArgv: [] });
      closing.unshift(async () => {
        child.disconnect();
        await once(child, 'exit');
      });
      expect(await once(child, 'message')).toEqual(['ready', undefined]);
      child.on('message', (runId) => own.push(String(runId)));
    };
    await Promise.all(bodies.map(startProcess));
    const ids = await Promise.all(Array.from({ length: 20 }, () => door.ask()));
    await Promise.all(ids.map((id) => door.approve(id)));
    await until(() => bodies.flat().length === ids.length, 10_000);
    expect(bodies.flat().sort()).toEqual([...ids].sort());
    expect(Math.min(...bodies.map(({ length }) => length))).toBeGreaterThan(0);
  }, 60_000);
});

it('a process whose worker cannot connect to its PostgreSQL at first is not blocked, and resumes runs', async () => {
  const proxy = await startSilentProxy(connectionString);
  const jobs = proxy.connectionString;
  // The worker asks this, and the queue does not.
  proxy.cutAt('to_jsonb(migration)');
  const queue = randomUUID();
  const program = await compiledProgram('test/bullmq/work-on-jobs');
  const child = fork(program, [connectionString, jobs, queue], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  closing.unshift(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    proxy.stop();
  });
  expect(await once(child, 'message')).toEqual(['ready', undefined]);
  const ran = once(child, 'message');
  const wakes = BullMqModule.forRoot({ connection: connectionString, queue });
  const door = await startInstance({ connectionString, wakes });
  closing.unshift(() => door.app.close());
  const runId = await door.ask();
  await door.approve(runId);
  expect(await ran).toEqual([runId, undefined]);
}, 30_000);
