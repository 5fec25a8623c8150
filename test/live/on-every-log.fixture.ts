import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { InMemoryTurnLog } from 'toolgate/chat';
import { migrateToLatest, openSqlDatabase, SqlTurnLog } from 'toolgate/sql';
import type { TurnLogSetting, TurnLogUnderTest } from 'toolgate/testing';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';

/** The connections of two processes to one database. */
type Connections = readonly [Kysely<unknown>, Kysely<unknown>];

const FAST = { pollMs: 5, joinMs: 0 };

const folder = mkdtempSync(join(tmpdir(), 'toolgate-turn-logs-'));
let server: PostgresServer | undefined;
let sqlite: Connections | undefined;
let postgres: Connections | undefined;

const connect = async (open: () => Promise<Kysely<unknown>>): Promise<Connections> => {
  const first = await open();
  await migrateToLatest(first);
  return [first, await open()];
};

beforeAll(async () => {
  sqlite = await connect(() => openSqlDatabase({ sqlite: { file: join(folder, 'turns.db'), exclusive: false } }));
  server = await startPostgres();
  const connectionString = await server.makeDatabase();
  postgres = await connect(() => openSqlDatabase({ postgres: { connectionString } }));
}, 60_000);

afterAll(async () => {
  for (const database of [...(sqlite ?? []), ...(postgres ?? [])]) await database.destroy();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

const emptyLogs = async (connections: Connections | undefined): Promise<TurnLogSetting> => {
  if (!connections) throw new Error('The databases are not open.');
  const [one, other] = connections;
  await sql`delete from toolgate_live_parts`.execute(one);
  await sql`delete from toolgate_live_turns`.execute(one);
  return {
    writer: new SqlTurnLog(one, FAST),
    reader: new SqlTurnLog(other, FAST),
    loseWriter: async () =>
      void (await sql`update toolgate_live_turns set until = 1 where state = 'open'`.execute(other)),
  };
};

/** The logs of live turns, each with its own contract run. */
export const logs: readonly TurnLogUnderTest[] = [
  {
    name: 'InMemoryTurnLog',
    create: () => {
      const log = new InMemoryTurnLog();
      return { writer: log, reader: log };
    },
  },
  { name: 'SqlTurnLog on SQLite', create: () => emptyLogs(sqlite) },
  { name: 'SqlTurnLog on PostgreSQL', create: () => emptyLogs(postgres) },
];
