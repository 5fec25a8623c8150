import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { type ApprovalStore, RunSchemaException } from 'toolgate/approval';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { processOver } from './due-work.fixture.js';
import { onEveryStore, until } from './waiting.fixture.js';

let server: PostgresServer;
const databases: Kysely<unknown>[] = [];

beforeAll(async () => {
  server = await startPostgres();
  const connectionString = await server.makeDatabase();
  for (let count = 0; count < 2; count++) databases.push(await openSqlDatabase({ postgres: { connectionString } }));
  await migrateToLatest(databases[0]!);
}, 60_000);

afterAll(async () => {
  for (const database of databases) await database.destroy();
  await server?.stop();
}, 30_000);

/** A store that records which runs its process has changed. */
const recording = (database: Kysely<unknown>): { store: ApprovalStore; changed: Set<string> } => {
  const store = new SqlApprovalStore(database);
  const changed = new Set<string>();
  const { change } = store;
  store.change = (run, act) => {
    changed.add(run);
    return change.call(store, run, act) as never;
  };
  return { store, changed };
};

describe('two processes on one PostgreSQL', () => {
  it('share the due turns: each run is touched by one of them, and each body runs once', async () => {
    const [here, there] = [recording(databases[0]!), recording(databases[1]!)];
    const first = await processOver(here.store, { concurrency: 4 });
    const second = await processOver(there.store, { concurrency: 4 });
    // The first sweeps also list the runs that could not be reserved.
    await Promise.all([first.sweep(), second.sweep()]);
    const ids: string[] = [];
    for (let count = 0; count < 24; count++) ids.push(await first.ask());
    for (const id of ids) await first.approve(id);
    here.changed.clear();
    const completed = async () => (await here.store.runs({ status: 'completed', limit: 100 })).items.length;
    await Promise.all([first.sweep(), second.sweep()]);
    await until(async () => (await completed()) === ids.length, 20_000);
    expect([...here.changed, ...there.changed].sort()).toEqual([...ids].sort());
    expect(here.changed.size).toBeGreaterThan(0);
    expect(there.changed.size).toBeGreaterThan(0);
    expect(new Set([...first.desk.done, ...second.desk.done]).size).toBe(ids.length);
    expect(first.desk.done.length + second.desk.done.length).toBe(ids.length);
    await first.app.close();
    await second.app.close();
  });

  it('also resume runs whose rows an earlier version wrote, without the columns of the client', async () => {
    const { store } = recording(databases[0]!);
    const { app, ask, approve, sweep } = await processOver(store);
    const id = await ask();
    await approve(id);
    await sql`update toolgate_approval_runs set client = null where id = ${id}`.execute(databases[0]!);
    await sweep();
    await until(async () => (await store.state(id))!.run.status === 'completed');
    await app.close();
  });
});

onEveryStore('a run of a kind that this version does not know', (open) => {
  it('is not changed, and an error states what to do', async () => {
    const store = await open();
    const { app, ask, approve, approvals } = await processOver(store);
    const runId = await ask();
    await store.change(runId, ({ run } = { run: undefined as never, approvals: [] }) => ({
      run: { ...run, version: run.version + 1, kind: 'later' as never },
      result: undefined,
    }));
    const before = JSON.stringify(await store.state(runId));
    await expect(approve(runId)).rejects.toThrow(RunSchemaException);
    await expect(approvals.runs.cancel(runId, { id: 'grace' })).rejects.toThrow(
      `The run ${runId} has the schema 1 of the kind "later", which this version of toolgate does not know. Nothing was changed. Upgrade this process.`,
    );
    expect(JSON.stringify(await store.state(runId))).toBe(before);
    await app.close();
  });
});
