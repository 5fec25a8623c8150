import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { StoredRun } from 'toolgate/approval';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';

const run = (version: number, now: number): StoredRun => ({
  schema: 1,
  id: 'r',
  tenant: 'acme',
  client: 'default',
  requester: { id: 'ann', tenant: 'acme' },
  status: 'suspended',
  version,
  fence: 0,
  round: 1,
  slots: [],
  hasEffects: false,
  createdAt: now,
  updatedAt: now,
  failures: 0,
});

const TEN = Array.from({ length: 10 });

async function main() {
  const database = await openSqlDatabase({ sqlite: { file: 'changes.db', busyTimeoutMs: 50 } });
  await migrateToLatest(database);
  await sql`create table lines (line text)`.execute(database);
  const store = new SqlApprovalStore(database);
  const change = () =>
    store.change('r', (state, now) => {
      const version = (state?.run.version ?? 0) + 1;
      return { run: run(version, now), result: version };
    });
  const write = () =>
    database.transaction().execute(async (transaction) => {
      await sql`insert into lines values ('a')`.execute(transaction);
      await setImmediate();
      await sql`insert into lines values ('b')`.execute(transaction);
    });
  await Promise.all(TEN.flatMap(() => [change(), write()]));
  const { rows } = await sql`select line from lines`.execute(database);
  console.log(`${(await store.state('r'))?.run.version} changes, ${rows.length} lines`);

  let end = () => {};
  const stuck = database.transaction().execute(() => new Promise<void>((resolve) => (end = resolve)));
  await setImmediate();
  const waiting = Promise.allSettled([change(), sql`select 1`.execute(database)]);
  await database.destroy();
  end();
  for (const ended of [...(await waiting), ...(await Promise.allSettled([stuck]))])
    console.log(ended.status === 'rejected' && (ended.reason as Error).name);
}

void main();
