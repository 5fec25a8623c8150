import { afterAll, afterEach, beforeAll, describe, inject } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { type ApprovalStore, InMemoryApprovalStore } from 'toolgate/approval';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import type { VirtualClock } from 'toolgate/testing';
import { openMigratedSqlite } from '../../libs/sql/src/fixtures/migrated-sqlite.fixture.js';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';

/** The store of a test, and direct access to its tables; in memory there is none. */
export interface OpenedStore {
  readonly store: ApprovalStore;
  readonly execute?: (statement: string) => Promise<readonly Record<string, unknown>[]>;
}

/** Opens an empty store that uses a clock. */
export type OpenDatabase = (clock?: VirtualClock) => Promise<OpenedStore>;

const TABLES = [
  'approval_runs',
  'approval_checkpoints',
  'approval_steps',
  'approvals',
  'approval_deciders',
  'approval_events',
  'tool_schemas',
  'tasks',
  'approval_notices',
].map((it) => `toolgate_${it}`);

const storeIn = (database: Kysely<unknown>, clock?: VirtualClock): Required<OpenedStore> => ({
  store: new SqlApprovalStore(database, { now: clock?.now }),
  execute: async (statement) => (await sql<Record<string, unknown>>`${sql.raw(statement)}`.execute(database)).rows,
});

const onSqlite = (tests: (open: OpenDatabase) => void): void => {
  const databases: Kysely<unknown>[] = [];
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.destroy();
  });
  tests(async (clock) => {
    const database = await openMigratedSqlite({ file: ':memory:' });
    databases.push(database);
    return storeIn(database, clock);
  });
};

/** Runs tests on a PostgreSQL server of their own. */
export const onPostgres = (tests: (open: (clock?: VirtualClock) => Promise<Required<OpenedStore>>) => void): void => {
  let server: PostgresServer | undefined;
  let database: Kysely<unknown> | undefined;
  beforeAll(async () => {
    server = await startPostgres();
    database = await openSqlDatabase({ postgres: { connectionString: await server.makeDatabase() } });
    await migrateToLatest(database);
  }, 60_000);
  afterAll(async () => {
    await database?.destroy();
    await server?.stop();
  }, 30_000);
  tests(async (clock) => {
    const opened = storeIn(database!, clock);
    await opened.execute(`truncate ${TABLES.join(', ')}`);
    return opened;
  });
};

type DatabaseTests = (open: OpenDatabase, hasTables: boolean) => void;

/**
 * Runs the same tests on SQLite and, if the run is thorough, in memory and on PostgreSQL. The contract of a store
 * compares the stores in every run.
 */
export const onEveryDatabase = (what: string, tests: DatabaseTests): void => {
  describe(`${what} (SQLite)`, () => onSqlite((open) => tests(open, true)));
  if (inject('isThorough')) onOtherDatabases(what, tests);
};

/** Runs tests whose connections race in memory, on SQLite and on PostgreSQL: each of them locks in another way. */
export const onRacingConnections = (what: string, tests: DatabaseTests): void => {
  describe(`${what} (SQLite)`, () => onSqlite((open) => tests(open, true)));
  onOtherDatabases(what, tests);
};

const onOtherDatabases = (what: string, tests: DatabaseTests): void => {
  describe(`${what} (in memory)`, () =>
    tests(async (clock) => ({ store: new InMemoryApprovalStore(clock?.now) }), false));
  describe(`${what} (PostgreSQL)`, () => onPostgres((open) => tests(open, true)));
};
