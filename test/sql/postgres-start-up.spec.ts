import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { Test } from '@nestjs/testing';
import { SqlModule } from 'toolgate/sql';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
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
  const imports = [SqlModule.forRoot({ postgres: { connectionString: url.href }, migrate })];
  const { name, message } = (await rejectionOf(
    Test.createTestingModule({ imports })
      .compile()
      .then((app) => app.init()),
  )) as Error;
  expect(name).toBe('SqlException');
  expect(message).not.toContain('password@');
  expect(message).not.toContain('hunter2');
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

  it('with a database that is not there', async () => {
    const message = await startUp((url) => (url.pathname = '/nowhere'));
    expect(message).toContain('Create the database, or correct its name in postgres.connectionString.');
  });

  it('on a server that is read-only', async () => {
    const message = await startUp((url) => url.searchParams.set('options', '-c default_transaction_read_only=on'));
    expect(message).toContain('The server is read-only: name the primary server in postgres.connectionString.');
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
