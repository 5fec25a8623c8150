import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import type { ApprovalStore, ChangeRun, StoredRun } from 'toolgate/approval';
import { openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
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
const startNewer = async (connectionString: string, ignorable: false | { since: string }): Promise<Kysely<unknown>> => {
  const database = await openSqlDatabase({ postgres: { connectionString } });
  const migrations = { ...MIGRATIONS, '9000-teams': { up: addColumns, ignorable } };
  await migrateSet(database, { migrations, table: MIGRATIONS_TABLE });
  return database;
};

const ENDED = 'completed';

/** The store of the newer version, which also writes its own column. */
class TeamStore extends SqlApprovalStore {
  constructor(private readonly migrated: Kysely<unknown>) {
    super(migrated);
  }

  override async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    const result = await super.change(run, change);
    await sql`update toolgate_approval_runs set team = 'blue' where id = ${run} and team = 'none'`.execute(
      this.migrated,
    );
    return result;
  }
}

/** Saves a run of a kind that only the newer version knows, and that is due. */
const saveForNewer = async (store: ApprovalStore, like: string): Promise<StoredRun> => {
  const { run } = (await store.state(like))!;
  const call = { ...run, id: 'call', kind: 'later' as never, slots: [], dueAt: 0, dueFor: 'turn' } as const;
  await store.change('call', () => ({ run: call, result: undefined }));
  return call;
};

const teamsIn = async (database: Kysely<unknown>): Promise<ReadonlyMap<string, string>> => {
  const query = sql<{ id: string; team: string }>`select id, team from toolgate_approval_runs`;
  return new Map((await query.execute(database)).rows.map(({ id, team }) => [id, team]));
};

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

  it('advances the runs of both, while the newer one migrates, and leaves alone what only that one knows', async () => {
    const connectionString = await server.makeDatabase();
    const story: InstanceStory = { connectionString, worker: true };
    const older = await startInstance(story);
    const asking = Promise.all(Array.from({ length: 8 }, () => older.ask()));
    const database = await startNewer(connectionString, { since: SINCE });
    const asked = await asking;
    const store = new TeamStore(database);
    const newer = await startInstance({ ...story, store });
    const own = await Promise.all(Array.from({ length: 4 }, () => newer.ask()));
    const call = await saveForNewer(store, own[0]!);
    const restarted = await startInstance(story);
    const all = [...asked, ...own];
    const deciders = [older, newer, restarted];
    await Promise.all(all.map((id, index) => deciders[index % 3]!.approve(id)));
    const completed = async () => (await newer.approvals.runs.list({ status: ENDED, limit: 100 })).items;
    await until(async () => (await completed()).length === all.length, 30_000);
    const done = deciders.flatMap(({ desk }) => desk.done);
    expect([done.length, new Set(done).size]).toEqual([all.length, all.length]);
    const teams = await teamsIn(database);
    expect(own.map((id) => teams.get(id))).toEqual(own.map(() => 'blue'));
    expect((await store.runs({ limit: 100 })).items.find(({ id }) => id === 'call')).toEqual(call);
    for (const { app } of deciders) await app.close();
    await database.destroy();
  }, 60_000);

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
