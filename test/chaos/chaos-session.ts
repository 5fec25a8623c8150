import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chaos } from './chaos.fixture.js';
import type { DatabaseKind } from './shop-database.fixture.js';
import { SHOP_KINDS, type ShopKind } from './shop/run-kinds.fixture.js';
import type { DispatcherKind } from './shop/shop-job.fixture.js';
import { summaryOf } from './summary.fixture.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '250' },
    approvals: { type: 'string', default: '0' },
    processes: { type: 'string', default: '4' },
    conversations: { type: 'string', default: '5' },
    restarts: { type: 'string', default: '0' },
    dispatcher: { type: 'string', multiple: true, default: ['timer', 'postgres', 'bullmq'] },
    kinds: { type: 'string', default: SHOP_KINDS.join() },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    minutes: { type: 'string', default: '60' },
  },
});

const SHOWN = 3;

const kindsIn = (text: string): readonly ShopKind[] =>
  text.split(',').map((name) => {
    const kind = SHOP_KINDS.find((known) => known === name);
    if (!kind) throw new Error(`Unknown kind "${name}". Choose from: ${SHOP_KINDS.join()}.`);
    return kind;
  });

const print = (line: string): unknown => process.stdout.write(`${line}\n`);

const run = async (database: DatabaseKind, dispatcher: DispatcherKind): Promise<void> => {
  const { seed, minutes } = values;
  const [kills, approvals, processes, conversations, restarts] = [
    values.kills,
    values.approvals,
    values.processes,
    values.conversations,
    values.restarts,
  ].map(Number);
  print(`chaos on ${database} with ${dispatcher}: --seed ${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-chaos-'));
  const forMs = Number(minutes) * 60_000;
  const report = await chaos({
    database,
    dispatcher,
    processes,
    conversations,
    kills,
    approvals,
    restarts,
    kinds: kindsIn(values.kinds),
    seed,
    forMs,
    folder,
    program: positionals[0]!,
  });
  const { problems } = report;
  for (const { what, details } of problems.slice(0, SHOWN)) print([what, ...details].join('\n  '));
  for (const { what } of problems.slice(SHOWN)) print(what);
  print(summaryOf({ database, dispatcher, seed }, report));
  if (problems.length === 0) return rmSync(folder, { recursive: true, force: true });
  const file = join(folder, 'problems.txt');
  writeFileSync(file, problems.map(({ what, details }) => [what, ...details].join('\n  ')).join('\n\n'));
  print(`All problems are in ${file}. The ledger is in the same folder.`);
  process.exitCode = 1;
};

const runAll = async (): Promise<void> => {
  for (const database of values.database as readonly DatabaseKind[]) {
    const dispatchers = database === 'sqlite' ? (['timer'] as const) : (values.dispatcher as readonly DispatcherKind[]);
    for (const dispatcher of dispatchers) await run(database, dispatcher);
  }
  process.disconnect?.();
};

void runAll();
