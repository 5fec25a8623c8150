import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Test } from '@nestjs/testing';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { RunDispatcher, TimerRunDispatcher } from 'toolgate/approval';
import { PostgresModule, type PostgresModuleOptions } from 'toolgate/postgres';
import { SqlModule, type SqlModuleOptions } from 'toolgate/sql';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { startDeafPooler } from './deaf-pooler.fixture.js';
import { startInstance } from './instance.fixture.js';

let server: PostgresServer;
let connectionString: string;

beforeAll(async () => {
  server = await startPostgres();
  connectionString = await server.makeDatabase();
}, 60_000);

afterAll(async () => server?.stop(), 30_000);

/** Starts an application that cannot start; returns the message of its error. */
const startUp = async (options: PostgresModuleOptions, sql?: SqlModuleOptions): Promise<string> => {
  const imports = [...(sql ? [SqlModule.forRoot(sql)] : []), PostgresModule.forRoot(options)];
  const { message } = (await rejectionOf(
    Test.createTestingModule({ imports })
      .compile()
      .then((app) => app.init()),
  )) as Error;
  expect(message).not.toContain('password@');
  return message;
};

const listenTo = (change: (url: URL) => void): PostgresModuleOptions => {
  const url = new URL(connectionString);
  change(url);
  return { listen: { connectionString: url.href } };
};

describe('start-up with PostgresModule stops', () => {
  it('without a server', async () => {
    const message = await startUp(
      listenTo((url) => (url.port = '1')),
      { postgres: { connectionString } },
    );
    expect(message).toContain('PostgresModule cannot open its listening connection: ');
    expect(message).toContain('Check that the server runs, and its address in the connection string.');
  });

  it('with a wrong password', async () => {
    const message = await startUp(
      listenTo((url) => (url.password = 'wrong')),
      { postgres: { connectionString } },
    );
    expect(message).toContain('Correct the user and the password in the connection string.');
  });

  it('if the server accepts no further connection', async () => {
    const client = new Client({ connectionString });
    await client.connect();
    await client.query(`create role late_listener login connection limit 0 password 'secret'`);
    await client.end();
    const message = await startUp(
      listenTo((url) => Object.assign(url, { username: 'late_listener', password: 'secret' })),
      { postgres: { connectionString } },
    );
    expect(message).toContain(
      'Raise the limit of connections of the server or the role, or lower postgres.maxConnections of each process.',
    );
  });

  it('behind a pooler that delivers no notifications, and starts if it listens past the pooler', async () => {
    const pooler = await startDeafPooler(connectionString);
    const postgres = { connectionString: pooler.connectionString };
    expect(await startUp({}, { postgres })).toContain(
      'PostgresModule received no notification on its connection. A pooler in transaction mode is a common cause. Set listen.connectionString to',
    );
    const { app, ask } = await startInstance({
      connectionString: pooler.connectionString,
      wakes: PostgresModule.forRoot({ listen: { connectionString } }),
    });
    expect(await ask()).toEqual(expect.any(String));
    await app.close();
    pooler.stop();
  });

  it('with two dispatchers', async () => {
    const dispatcher = { provide: RunDispatcher, useValue: new TimerRunDispatcher() };
    const error = await rejectionOf(startInstance({ connectionString, metadata: { providers: [dispatcher] } }));
    expect(String(error)).toMatch(/RunDispatcher.*PostgresModule/);
  });

  it('beside a SQLite database, and without SqlModule', async () => {
    expect(await startUp({}, { sqlite: { file: ':memory:' } })).toContain(
      'PostgresModule is imported beside a SQLite database',
    );
    expect(await startUp({})).toContain('PostgresModule is imported without SqlModule.');
  });

  it('with an unknown option, or an empty connection string', async () => {
    expect(await startUp({ listens: {} } as never)).toContain('listens');
    expect(await startUp({ listen: { connectionString: '' } })).toContain('listen.connectionString');
  });

  it("with a database of the application's own, unless a connection string is passed", async () => {
    const pool = new Pool({ connectionString });
    // The server may stop before the last connections of an ended pool are closed.
    pool.on('error', () => {});
    const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    expect(await startUp({}, { database })).toContain('Pass { listen: { connectionString } } to PostgresModule.');
    const imports = [SqlModule.forRoot({ database }), PostgresModule.forRoot({ listen: { connectionString } })];
    const app = await Test.createTestingModule({ imports }).compile();
    await (await app.init()).close();
    await database.destroy();
  });
});
