import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import { openSqlDatabase, type SqlDatabase } from 'toolgate/sql';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { migrateSet } from '../../libs/sql/src/migrations/migrate-set.js';
import { MIGRATIONS, MIGRATIONS_TABLE } from '../../libs/sql/src/migrations/migrations.js';
import { until } from '../approval/waiting.fixture.js';
import { type InstanceStory, startInstance } from './instance.fixture.js';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(async () => {
  await server?.stop();
}, 30_000);

const addColumns = async ({ schema }: Kysely<unknown>): Promise<void> => {
  for (const table of ['toolgate_approval_runs', 'toolgate_approvals', 'toolgate_approval_events']) {
    await schema
      .alterTable(table)
      .addColumn('team', 'text', (column) => column.notNull().defaultTo('none'))
      .execute();
  }
  await schema.createIndex('toolgate_approvals_team').on('toolgate_approvals').columns(['team', 'place']).execute();
};

const SINCE = Object.keys(MIGRATIONS).at(-1)!;

/** Migrates the database as the first instance of a newer version does. */
const startNewer = async (connectionString: string, ignorable: false | { since: string }): Promise<SqlDatabase> => {
  const database = await openSqlDatabase({ postgres: { connectionString } });
  const migrations = { ...MIGRATIONS, '9000-teams': { up: addColumns, ignorable } };
  await migrateSet(database, { migrations, table: MIGRATIONS_TABLE });
  return database;
};

const ENDED = 'completed';

describe('a fleet of two versions on one PostgreSQL', () => {
  it('finishes every turn, while a migration runs and while an instance of the old version restarts', async () => {
    const connectionString = await server.makeDatabase();
    const story: InstanceStory = { connectionString, worker: true };
    const running = await startInstance(story);
    const before = await running.ask();
    const newer = await startNewer(connectionString, { since: SINCE });
    // The instance that ran during the migration continues to work.
    const during = await running.ask();
    await running.approve(before);
    const restarted = await startInstance(story);
    const after = await restarted.ask();
    await running.approve(after);
    await restarted.approve(during);
    const runs = async () => (await restarted.approvals.runs.list({ status: ENDED })).items.map(({ id }) => id);
    await until(async () => (await runs()).length === 3, 20_000);
    expect((await runs()).toSorted()).toEqual([before, during, after].toSorted());
    expect(running.desk.done.length + restarted.desk.done.length).toBe(3);
    await running.app.close();
    await restarted.app.close();
    await newer.destroy();
  });

  it('starts no instance of the old version after a migration that it may not ignore', async () => {
    const connectionString = await server.makeDatabase();
    const running = await startInstance({ connectionString });
    const newer = await startNewer(connectionString, false);
    await expect(startInstance({ connectionString })).rejects.toThrow(
      'A newer version of toolgate has migrated the database (9000-teams), and this one cannot work with its tables. Start that version or a later one.',
    );
    await running.app.close();
    await newer.destroy();
  });
});
