import { parseArgs } from 'node:util';
import { chaos } from './chaos.fixture.js';
import type { DatabaseKind } from './shop-database.fixture.js';
import { summaryOf } from './summary.fixture.js';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '250' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    minutes: { type: 'string', default: '60' },
  },
});

const { kills, seed, minutes } = values;
for (const database of values.database as readonly DatabaseKind[]) {
  const options = { database, seed, kills: Number(kills), forMs: Number(minutes) * 60_000 };
  process.stdout.write(`chaos on ${database}: --seed ${seed} --kills ${kills}\n`);
  const report = await chaos(options);
  for (const problem of report.problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${summaryOf(options, report)}\n`);
  if (report.problems.length > 0) process.exitCode = 1;
}
