import 'reflect-metadata';
import { Test } from '@nestjs/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { ApprovalStore, StoreUnavailableException } from 'toolgate/approval';
import { openSqlDatabase, type PostgresOptions, SqlModule } from 'toolgate/sql';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';

const MINUTE = 60_000;

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, MINUTE);

afterAll(() => server?.stop(), MINUTE);

/** Holds the row of a run until it is released. */
const hold = async (database: Kysely<unknown>, run: string) => {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let locked!: () => void;
  const isLocked = new Promise<void>((resolve) => (locked = resolve));
  const holding = database.transaction().execute(async (transaction) => {
    await sql`select id from toolgate_approval_runs where id = ${run} for update`.execute(transaction);
    locked();
    await released;
  });
  await isLocked;
  return async () => {
    release();
    await holding;
  };
};

type Settings = (connectionString: string) => PostgresOptions | Promise<PostgresOptions>;

const settings: readonly (readonly [string, Settings])[] = [
  ['the option', (connectionString) => ({ connectionString, lockTimeoutMs: 300 })],
  ['a parameter of the connection string', (string) => ({ connectionString: `${string}?lock_timeout=300` })],
  ['options in the connection string', (string) => ({ connectionString: `${string}?options=-c%20lock_timeout%3D300` })],
  [
    'the database, if the option is 0',
    async (connectionString) => {
      const owner = await openSqlDatabase({ postgres: { connectionString } });
      await sql`do $$ begin execute format('alter database %I set lock_timeout = 300', current_database()); end $$`.execute(
        owner,
      );
      await owner.destroy();
      return { connectionString, lockTimeoutMs: 0 };
    },
  ],
];

it.each(settings)(
  'a change waits for others of its run in this process at most as long as for a lock, which is set by %s',
  async (_, set) => {
    const connectionString = await server.makeDatabase();
    const postgres = await set(connectionString);
    const app = await Test.createTestingModule({ imports: [SqlModule.forRoot({ postgres })] }).compile();
    await app.init();
    const owner = await openSqlDatabase({ postgres: { connectionString } });
    await sql`insert into toolgate_approval_runs (id, tenant, status, version, turn, body)
      values ('held', 'default', 'suspended', 1, 0, '{}')`.execute(owner);
    const release = await hold(owner, 'held');
    const store = app.get(ApprovalStore);

    // The third waits for two that wait for the row, one after the other.
    const changes = [1, 2, 3].map(() => store.change('held', () => ({ result: 'written' })));
    const errors = (await Promise.allSettled(changes)).map((settled) => (settled as PromiseRejectedResult).reason);
    await release();
    for (const error of errors) expect(error).toBeInstanceOf(StoreUnavailableException);
    expect(String((errors[2] as Error).cause)).toBe(
      'SqlException: Other changes of the run held have not ended within 300 ms. Check what holds its row.',
    );
    await owner.destroy();
    await app.close();
  },
  MINUTE,
);
