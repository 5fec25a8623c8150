import { Client } from 'pg';
import { printRow, printTable } from '../table.js';
import { startInstance } from './start-instance.js';

const SIZES = [10, 100_000] as const;
const ROUNDS = 120;

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

type Started = Awaited<ReturnType<typeof startInstance>>;

/** Starts an instance while so many approvals wait. */
const startWith = async (connectionString: string, size: number): Promise<Started> => {
  const instance = await startInstance({ connectionString, waking: 'timer', worker: false });
  const { runId, approvals } = await instance.suspend();
  await fill(connectionString, runId, approvals[0]!.id, size - 1);
  return instance;
};

type Read = (instance: Started) => Promise<unknown>;

// Pages of the same length, so that they have the same approvals to read.
const READS: Readonly<Record<string, Read>> = {
  'the first page of what waits': ({ approvals }) => approvals.list({ status: 'PENDING', limit: SIZES[0] }),
  'the first page that a person may decide': ({ approvals }) =>
    approvals.list({ status: 'PENDING', decidableBy: { id: 'grace' }, limit: SIZES[0] }),
  'the due runs': ({ store }) => store.due(32, { work: 'turn' }),
  'the counts of monitoring': ({ store }) => store.counts(),
};

/** Returns the median time of a read on each instance, in milliseconds. The instances read alternately. */
const timesOf = async (instances: readonly Started[], read: Read): Promise<readonly number[]> => {
  const all = instances.map((instance) => ({ instance, times: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { instance, times } of all) {
      const begun = performance.now();
      await read(instance);
      times.push(performance.now() - begun);
    }
  }
  return all.map(({ times }) => median(times.slice(ROUNDS / 4)));
};

/** A decision about the next one of these turns. */
const decisionOf = async (instances: readonly Started[]): Promise<Read> => {
  const waiting = new Map<Started, Awaited<ReturnType<Started['suspend']>>[]>();
  for (const instance of instances) {
    const turns = [];
    for (let round = 0; round < ROUNDS; round++) turns.push(await instance.suspend());
    waiting.set(instance, turns);
  }
  return (instance) => instance.approve(waiting.get(instance)!.pop()!);
};

/** Prints how long reads and decisions take while few and many approvals wait. */
export const printReads = async (connectionStrings: readonly [string, string]): Promise<void> => {
  const instances: Started[] = [];
  for (const [index, size] of SIZES.entries()) instances.push(await startWith(connectionStrings[index]!, size));
  printTable('Reads and decisions on PostgreSQL while so many approvals wait', [
    'milliseconds, median',
    ...SIZES.map((size) => size.toLocaleString('en')),
    'ratio',
  ]);
  const print = async (name: string, read: Read): Promise<void> => {
    const [few, many] = await timesOf(instances, read);
    printRow([name, few!.toFixed(2), many!.toFixed(2), `${(many! / few!).toFixed(2)} ×`]);
  };
  for (const [name, read] of Object.entries(READS)) await print(name, read);
  await print('a decision', await decisionOf(instances));
  for (const { app } of instances) await app.close();
};
