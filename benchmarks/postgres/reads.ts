import { Client } from 'pg';
import { printRow, printTable } from '../table.js';
import { startInstance } from './start-instance.js';

const SIZES = [10, 100_000] as const;
const ROUNDS = 60;
const BATCH = 10;

/** Multiplies the rows of a waiting run, with ids of their own. */
const fill = async (connectionString: string, run: string, approval: string, count: number): Promise<void> => {
  const client = new Client({ connectionString });
  await client.connect();
  for (const table of ['runs', 'approvals', 'approval_checkpoints', 'approval_events'] as const) {
    const name = table === 'runs' ? 'toolgate_approval_runs' : `toolgate_${table}`;
    const { rows } = await client.query<{ column: string }>(
      `select column_name as column from information_schema.columns where table_name = $1 and column_name <> 'place'`,
      [name],
    );
    const columns = rows.map(({ column }) => column);
    const copies = columns.map((column) =>
      ['id', 'run', 'approval', 'body'].includes(column)
        ? `replace(replace(${column}, '${run}', '${run}-' || copy), '${approval}', '${approval}-' || copy)`
        : column,
    );
    const from = `from ${name}, generate_series(1, ${count}) as copy where ${columns.includes('run') ? 'run' : 'id'} = '${run}'`;
    await client.query(`insert into ${name} (${columns.join(', ')}) select ${copies.join(', ')} ${from}`);
  }
  await client.query(
    `insert into toolgate_approval_deciders (place, decider, tenant, requester, created, expires)
     select a.place, d.decider, d.tenant, d.requester, d.created, d.expires
     from toolgate_approval_deciders d, toolgate_approvals a
     where d.place = (select place from toolgate_approvals where id = '${approval}') and a.id like '${approval}-%'`,
  );
  await client.query('vacuum analyze');
  await client.end();
};

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** Returns the median time of each read, in milliseconds, while so many approvals wait. */
const measure = async (connectionString: string, size: number) => {
  const instance = await startInstance({ connectionString, waking: 'timer', worker: false });
  const { app, approvals, store, suspend, approve } = instance;
  const { runId, approvals: asked } = await suspend();
  await fill(connectionString, runId, asked[0]!.id, size - 1);
  const reads = {
    'the first page of what waits': () => approvals.list({ status: 'PENDING', limit: SIZES[0] }),
    'the first page that a person may decide': () =>
      approvals.list({ status: 'PENDING', decidableBy: { id: 'grace' }, limit: SIZES[0] }),
    'the due runs': () => store.due(32, { work: 'turn' }),
    'the counts of monitoring': () => store.counts(),
  };
  const times: Record<string, number> = {};
  const time = async (name: string, works: readonly (() => Promise<unknown>)[]): Promise<void> => {
    const all: number[] = [];
    for (const work of works) {
      const begun = performance.now();
      await work();
      all.push(performance.now() - begun);
    }
    times[name] = median(all.slice(all.length / 4));
  };
  for (const [name, read] of Object.entries(reads)) await time(name, Array<typeof read>(ROUNDS).fill(read));
  const turns = [];
  for (let index = 0; index < BATCH * 4; index++) turns.push(await suspend());
  await time(
    'a decision',
    turns.map((turn) => () => approve(turn)),
  );
  await app.close();
  return times;
};

/** Prints how long reads and decisions take while few and many approvals wait. */
export const printReads = async (connectionStrings: readonly [string, string]): Promise<void> => {
  const [few, many] = [await measure(connectionStrings[0], SIZES[0]), await measure(connectionStrings[1], SIZES[1])];
  printTable('Reads and decisions on PostgreSQL while so many approvals wait', [
    'milliseconds, median',
    ...SIZES.map((size) => size.toLocaleString('en')),
    'ratio',
  ]);
  for (const [name, ms] of Object.entries(few))
    printRow([name, ms.toFixed(2), many[name]!.toFixed(2), `${(many[name]! / ms).toFixed(2)} ×`]);
};
