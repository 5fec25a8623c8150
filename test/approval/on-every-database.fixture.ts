import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import { type ApprovalStore, InMemoryApprovalStore } from 'toolgate/approval';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import type { VirtualClock } from 'toolgate/testing';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/postgres-server.fixture.js';

/** A store of a test, and the way around it into its tables; in memory there is none. */
export interface OpenedStore {
  readonly store: ApprovalStore;
  readonly execute?: (statement: string) => Promise<readonly Record<string, unknown>[]>;
}

/** Opens an empty store whose time is a clock's. */
export type OpenDatabase = (clock?: VirtualClock) => Promise<OpenedStore>;

const open: Kysely<unknown>[] = [];

const storeIn = async (database: Kysely<unknown>, clock?: VirtualClock): Promise<OpenedStore> => {
  open.push(database);
  await migrateToLatest(database);
  return {
    store: new SqlApprovalStore(database, { now: clock?.now }),
    execute: async (statement) => (await sql<Record<string, unknown>>`${sql.raw(statement)}`.execute(database)).rows,
  };
};

/** Says the same of a store in memory, in a SQLite file and on a PostgreSQL server of its own. */
export const onEveryDatabase = (what: string, say: (open: OpenDatabase) => void): void => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-databases-'));
  let server: PostgresServer;
  let files = 0;

  afterEach(async () => {
    for (const database of open.splice(0)) await database.destroy();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe(`${what}, in memory`, () => say(async (clock) => ({ store: new InMemoryApprovalStore(clock?.now) })));

  describe(`${what}, in a SQLite file`, () =>
    say(async (clock) => {
      const file = join(folder, `${(files += 1)}.db`);
      return storeIn(await openSqlDatabase({ sqlite: { file } }), clock);
    }));

  describe(`${what}, on PostgreSQL`, () => {
    beforeAll(async () => void (server = await startPostgres()), 60_000);
    afterAll(() => server?.stop(), 30_000);
    say(async (clock) => {
      const connectionString = await server.makeDatabase();
      return storeIn(await openSqlDatabase({ postgres: { connectionString } }), clock);
    });
  });
};
