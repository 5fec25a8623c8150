import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Queue, createPostgresBackend } from 'bullmq';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Test } from '@nestjs/testing';
import { RunDispatcher, TimerRunDispatcher } from 'toolgate/approval';
import { BullMqModule, type BullMqModuleOptions } from 'toolgate/bullmq';
import { PostgresModule } from 'toolgate/postgres';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { startInstance } from '../postgres/instance.fixture.js';
import { startSilentProxy } from './silent-proxy.fixture.js';

let server: PostgresServer;
let connectionString: string;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

beforeEach(async () => {
  connectionString = await server.makeDatabase();
});

afterAll(async () => server?.stop(), 30_000);

const boot = async (options: BullMqModuleOptions) => {
  const app = await Test.createTestingModule({ imports: [BullMqModule.forRoot(options)] }).compile();
  return app.init();
};

/** Starts an application that cannot start; returns the message of its error. */
const startUp = async (options: object): Promise<string> => {
  const { name, message } = (await rejectionOf(boot(options as BullMqModuleOptions))) as Error;
  expect(name).toBe('BullMqException');
  expect(message).not.toContain('password@');
  expect(message).not.toContain('hunter2');
  return message;
};

const changed = (change: (url: URL) => void): string => {
  const url = new URL(connectionString);
  change(url);
  return url.href;
};

/** The schemas of a database that BullMQ could have created. */
const schemas = async (): Promise<readonly string[]> => {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname like 'bull%' or nspname = 'jobs' order by 1`,
  );
  await client.end();
  return rows.map(({ name }) => name);
};

describe('start-up with BullMqModule stops', () => {
  it('without a server, on PostgreSQL and on Redis', async () => {
    for (const connection of [
      changed((url) => (url.port = '1')),
      'redis://:hunter2@127.0.0.1:1',
      { redis: { port: 1 } },
    ]) {
      const message = await startUp({ connection });
      expect(message).toContain('BullMqModule cannot use its server: Error: connect ECONNREFUSED 127.0.0.1:1.');
      expect(message).toContain('Check that the server runs, and its address in the connection.');
    }
  });

  it('if the server closes the connection in the middle', async () => {
    const proxy = await startSilentProxy(connectionString);
    proxy.cutAt('migration');
    const connected: unknown[] = [];
    const postgres = {
      connectionString: proxy.connectionString,
      onConnect: (client: object) => connected.push(client),
    };
    expect(await startUp({ connection: { postgres } })).toContain('Check that the server runs');
    expect(connected).toHaveLength(1);
    proxy.stop();
  });

  it('if a server of Redis does not answer, and leaves no connection to it', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const starting = startUp({ connection: `redis://:hunter2@127.0.0.1:${port}` });
    const [socket] = (await once(silent, 'connection')) as [Socket];
    const closed = once(socket.resume(), 'close');
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await starting).toBe(
      'The server of BullMqModule did not answer within 10000 ms. Check that it runs, and its address in the connection.',
    );
    await closed;
    silent.close();
  });

  it('with a wrong password', async () => {
    const message = await startUp({ connection: changed((url) => (url.password = 'hunter2')) });
    expect(message).toContain('Correct the user and the password in the connection.');
  });

  it('without the schema of BullMQ if it must not create it, and starts after a migration', async () => {
    const options = { connection: connectionString, migrate: false };
    expect(await startUp(options)).toContain(
      'Leave the option migrate out, so that start-up creates the schema, or call runMigrations() of bullmq before start-up.',
    );
    expect(await schemas()).toEqual([]);
    const migrating = new Queue('any', { connection: { connectionString, migrate: true } }, createPostgresBackend);
    await migrating.waitUntilReady();
    await migrating.close();
    await (await boot(options)).close();
  });

  it('if the user may not create the schema', async () => {
    const client = new Client({ connectionString });
    await client.connect();
    await client.query(`create role "clerk_${Date.now()}" login password 'clerk'`);
    const { rows } = await client.query<{ role: string }>(
      `select rolname as role from pg_roles where rolname like 'clerk_%'`,
    );
    await client.end();
    const connection = changed((url) => {
      url.username = rows[0]!.role;
      url.password = 'clerk';
    });
    expect(await startUp({ connection })).toContain('Let the user create schemas, or call runMigrations()');
  });

  it('with two dispatchers', async () => {
    const wakes = BullMqModule.forRoot({ connection: connectionString });
    const provided = { provide: RunDispatcher, useValue: new TimerRunDispatcher() };
    for (const metadata of [{ providers: [provided] }, { imports: [PostgresModule.forRoot()] }]) {
      const error = await rejectionOf(startInstance({ connectionString, wakes, metadata }));
      expect(String(error)).toMatch(/RunDispatcher.*BullMqModule/);
    }
  });

  it.each([
    'localhost:6379',
    'mysql://shop:hunter2@db/shop',
    'hunter2',
    '',
    7,
    null,
    {},
    [[]],
    { host: 'db', password: 'hunter2' },
    { redis: 'redis://db' },
    { redis: {}, postgres: {} },
    { postgres: undefined },
  ])('with a connection that names no server: %o', async (connection) => {
    expect(await startUp({ connection })).toMatch(
      /The option connection of BullMqModule is .*\. Pass 'redis:\/\/…', 'rediss:\/\/…', 'postgres:\/\/…', \{ redis: .* \} or \{ postgres: .* \}\./,
    );
  });

  it('with a pool of the application', async () => {
    const pool = new Pool({ connectionString });
    expect(await startUp({ connection: { postgres: pool } })).toContain('Pass the options of the pool');
    await pool.end();
  });

  it('without a connection, with an unknown option and with a name that contains a colon', async () => {
    expect(await startUp({})).toContain('The option connection of BullMqModule is missing. Pass');
    expect(await startUp({ connection: connectionString, que: 'x' })).toContain('Unknown option que of BullMqModule.');
    expect(await startUp({ connection: connectionString, queue: 'a:b' })).toContain('Pass a name without colons.');
    expect(await startUp({ connection: connectionString, concurrency: 0 })).toContain('concurrency');
  });
});

it('creates its schema under the name that the connection states', async () => {
  const app = await boot({ connection: { postgres: { connectionString, schema: 'jobs' } } });
  expect(await schemas()).toEqual(['jobs']);
  await app.close();
});
