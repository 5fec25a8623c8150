import { join } from 'node:path';
import { sql } from 'kysely';
import { openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { openMigratedSqlite } from '../../libs/sql/src/fixtures/migrated-sqlite.fixture.js';

const [folder = '', ...steps] = process.argv.slice(2);

const run = (id: string, now: number) =>
  ({
    schema: 1,
    id,
    tenant: 'acme',
    client: 'default',
    requester: { id: 'ann', tenant: 'acme' },
    status: 'suspended',
    version: 1,
    fence: 0,
    round: 1,
    slots: [],
    hasEffects: false,
    createdAt: now,
    updatedAt: now,
    failures: 0,
  }) as const;

const settledAs = (done: PromiseSettledResult<unknown>): string =>
  done.status === 'fulfilled' ? 'done' : String((done.reason as Error).name);

/**
 * Closes a database a number of steps after several changes have begun; prints the outcome of each, and the contents
 * of the file.
 */
const closeAfter = async (steps: number): Promise<object> => {
  const file = join(folder, `${steps}.db`);
  const database = await openMigratedSqlite({ file });
  const store = new SqlApprovalStore(database);
  const ids = ['a', 'b', 'c'];
  const changes = ids.map((id) => store.change(id, (_, now) => ({ run: run(id, now), result: id })));
  const others = [store.runs({}), database.transaction().execute((it) => sql`select 1`.execute(it))];
  const all = Promise.allSettled([...changes, ...others]);
  for (let step = 0; step < steps; step++) await Promise.resolve();
  await database.destroy();
  const ends = (await all).map(settledAs);
  const late = await store.runs({}).then(
    () => 'done',
    (error: Error) => error.name,
  );
  const again = await openSqlDatabase({ sqlite: { file } });
  const { items } = await new SqlApprovalStore(again).runs({});
  await again.destroy();
  return { steps, ends, late, kept: items.map(({ id }) => id) };
};

for (const step of steps) process.stdout.write(`${JSON.stringify(await closeAfter(Number(step)))}\n`);
