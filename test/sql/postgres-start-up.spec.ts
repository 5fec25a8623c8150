import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { Test } from '@nestjs/testing';
import { SqlModule } from 'toolgate/sql';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { startSilentProxy } from '../bullmq/silent-proxy.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';

let server: PostgresServer;
let connectionString: string;

beforeAll(async () => {
  server = await startPostgres();
  connectionString = await server.makeDatabase();
}, 60_000);

afterAll(async () => server?.stop(), 30_000);

/** Starts an application that cannot start; returns the message of its error. */
const startUp = async (change: (url: URL) => void, migrate = true): Promise<string> => {
  const url = new URL(connectionString);
  change(url);
  return startUpAt(url.href, migrate);
};

const startUpAt = async (address: string, migrate = true): Promise<string> => {
  const imports = [SqlModule.forRoot({ postgres: { connectionString: address }, migrate })];
  const error = (await rejectionOf(
    Test.createTestingModule({ imports })
      .compile()
      .then((app) => app.init()),
  )) as Error;
  const { name, message } = error;
  expect(name).toBe('SqlException');
  expect(message).not.toContain('postgres:password@');
  expect(message).not.toContain('hunter2');
  expect(inspect(error)).not.toContain('hunter2');
  return message;
};

describe('start-up with SqlModule on PostgreSQL stops', () => {
  it('without a server', async () => {
    const message = await startUp((url) => (url.port = '1'));
    expect(message).toContain('SqlModule cannot use its PostgreSQL server: Error: connect ECONNREFUSED 127.0.0.1:1.');
    expect(message).toContain('Check that the server runs, and its address in postgres.connectionString.');
  });

  it('with a wrong password', async () => {
    const message = await startUp((url) => (url.password = 'hunter2'));
    expect(message).toContain('Correct the user and the password in postgres.connectionString.');
  });

  it.each(['postgres://shop:hunter2/x#y@127.0.0.1:5432/db', 'host=127.0.0.1 password=hunter2'])(
    'with a connection string that is no URL: %s',
    async (address) => {
      const message = await startUpAt(address);
      expect(message).toContain(
        'Write postgres.connectionString as the URL postgres://<user>:<password>@<host>:<port>/<database>, with',
      );
    },
  );

  it('with a database that is not there', async () => {
    const message = await startUp((url) => (url.pathname = '/nowhere'));
    expect(message).toContain('Create the database, or correct its name in postgres.connectionString.');
  });

  it('on a server that is read-only', async () => {
    const message = await startUp((url) => url.searchParams.set('options', '-c default_transaction_read_only=on'));
    expect(message).toContain('The server is read-only: name the primary server in postgres.connectionString.');
  });

  it('in a schema that is not there, until it is created', async () => {
    const intoSchema = (url: URL) => url.searchParams.set('options', '-c search_path=nowhere');
    expect(await startUp(intoSchema)).toBe(
      'The search path of the PostgreSQL user names no schema that exists and that the user may use. Create the schema and grant its usage, or correct the search path.',
    );
  });

  it('if the server accepts no further connection', async () => {
    const client = new Client({ connectionString });
    await client.connect();
    await client.query(`create role late login connection limit 0 password 'hunter2'`);
    await client.end();
    const message = await startUp((url) => {
      url.username = 'late';
      url.password = 'hunter2';
    });
    expect(message).toContain(
      'too many connections for role "late". Raise the limit of connections of the server or the role, or lower postgres.maxConnections of each process.',
    );
  });

  it('behind a pooler that refuses the limits of a connection', async () => {
    const pooler = createServer((socket) => {
      const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: lock_timeout\0\0';
      const length = Buffer.alloc(4);
      length.writeInt32BE(length.length + fields.length);
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])));
    });
    await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
    const { port } = pooler.address() as AddressInfo;
    const message = await startUp((url) => (url.port = String(port)));
    expect(message).toContain(
      'unsupported startup parameter: lock_timeout. Set lockTimeoutMs, statementTimeoutMs and idleInTransactionTimeoutMs of postgres to 0 behind this pooler, and set the limits for the role.',
    );
    pooler.close();
  });

  it('if the server refuses the encryption that the connection string demands', async () => {
    const message = await startUp((url) => url.searchParams.set('sslmode', 'verify-full'));
    expect(message).toContain(
      'The server does not support SSL connections. Enable SSL on the server, or pass ssl: false',
    );
  });

  it('if its connection is lost while it creates the tables', async () => {
    const proxy = await startSilentProxy(await server.makeDatabase());
    proxy.cutAt('create table "toolgate_approval_runs"');
    const { port, pathname } = new URL(proxy.connectionString);
    const message = await startUp((url) => Object.assign(url, { port, pathname }));
    expect(message).toBe(
      'SqlModule cannot use its PostgreSQL server: Error: Connection terminated unexpectedly. Check that the server runs, and its address in postgres.connectionString.',
    );
    proxy.stop();
  });

  it('without its tables if it must not create them', async () => {
    const message = await startUp(() => {}, false);
    expect(message).toMatch(/^The database lacks these migrations of toolgate: .*0002-approvals/);
    expect(message).toContain('Run migrateToLatest(database), or leave out migrate: false.');
  });

  it('if the user may not create tables', async () => {
    const client = new Client({ connectionString });
    await client.connect();
    await client.query(`create role clerk login password 'hunter2'`);
    await client.end();
    const message = await startUp((url) => {
      url.username = 'clerk';
      url.password = 'hunter2';
    });
    expect(message).toContain('Let the user create tables, or run migrateToLatest(database) as another user');
  });
});
