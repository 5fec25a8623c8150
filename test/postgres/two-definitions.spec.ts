import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { instanceOf, NEW, OLD } from '../approval/tool-changes.fixture.js';
import { until } from '../approval/waiting.fixture.js';

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

// Long, because on a slow machine a body that would begin after its lease does not run.
const LEASE_MS = 5000;

/** Two instances of versions, each with its own connections to the server. */
const twoVersions = async (toolChangeGraceMs: number) => {
  const approval = { leaseMs: LEASE_MS, toolChangeGraceMs };
  const [old, newer] = await Promise.all(
    [OLD, NEW].map((version, at) => instanceOf(version, new SqlApprovalStore(databases[at]!), { approval })),
  );
  return { old: old!, newer: newer! };
};

type Instance = Awaited<ReturnType<typeof instanceOf>>;

const askedAgain = async ({ types }: Instance, runId: string): Promise<number> =>
  (await types(runId)).filter((type) => type === 'ASKED_AGAIN').length;

it('an instance with another definition does not reserve the runs that it leaves to others', async () => {
  const { old, newer } = await twoVersions(600_000);
  const ids: string[] = [];
  for (let count = 0; count < 12; count++) ids.push((await old.ask()).runId);
  for (const runId of ids) await old.decide(runId);
  const isDone = async () => (await old.store.runs({ status: 'completed', limit: 100 })).items.length === ids.length;
  // The newer one is always first.
  await until(async () => {
    await newer.sweep();
    await old.sweep();
    return isDone();
  }, 20_000);
  expect(newer.ran).toEqual([]);
  expect(old.ran.filter((line) => line.startsWith('refund'))).toHaveLength(ids.length);
  for (const runId of ids) expect(await askedAgain(old, runId)).toBe(0);
  await old.close();
  await newer.close();
}, 60_000);

it('two versions that sweep and vote in turn ask again at most once about each call, and run each once', async () => {
  const { old, newer } = await twoVersions(0);
  const ids: string[] = [];
  for (let count = 0; count < 12; count++) ids.push((await [old, newer][count % 2]!.ask()).runId);
  const isDone = async (runId: string) => (await old.store.state(runId))!.run.status === 'completed';
  let step = 0;
  await until(async () => {
    for (const runId of ids) {
      const { status } = (await old.store.state(runId))!.approvals[0]!;
      // A vote may come before or after the other version has asked again.
      if (status === 'PENDING') await [old, newer][step++ % 2]!.decide(runId).catch(() => {});
    }
    await Promise.all([old.sweep(), newer.sweep()]);
    return (await Promise.all(ids.map(isDone))).every(Boolean);
  }, 30_000);
  const bodies = [...old.ran, ...newer.ran].filter((line) => line.startsWith('refund'));
  expect(bodies).toHaveLength(ids.length);
  for (const runId of ids) expect(await askedAgain(old, runId)).toBeLessThanOrEqual(1);
  await old.close();
  await newer.close();
}, 60_000);
