import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { printCosts, printGrowth, printGrowthTable } from './growth/cost-by-size.js';
import { deepResult } from './growth/result-depth.js';
import { writtenByResuming } from './growth/resumed-runs.js';
import { turnOfRounds } from './growth/rounds.js';
import { largeInput, recursiveInput, wrongRecursiveInput } from './growth/schemas.js';
import { startWith } from './growth/start-up.js';
import { READS, readOf, waitingRuns } from './growth/waiting-runs.js';

Logger.overrideLogger(['error']);

printGrowthTable('CPU time of a unit by size: flat if the last column is about 1');
await printGrowth('start-up, a tool of so many', [10, 100, 1000].map(startWith));
await printGrowth('a round of a turn of so many', [5, 50, 200, 800].map(turnOfRounds));
await printGrowth('a level of a result so deep', [10, 100, 1000].map(deepResult));
await printGrowth('a level of a recursive input so deep', [5, 20, 80].map(recursiveInput));
await printGrowth('the same, wrong at its deepest place', [5, 20, 80].map(wrongRecursiveInput));
await printGrowth('a line of an input of so many', [10, 100, 1000].map(largeInput));

printGrowthTable('CPU time of a read of SQLite in which so many runs wait');
const stores = [await waitingRuns(1_000), await waitingRuns(50_000)];
for (const name of Object.keys(READS)) {
  await printGrowth(
    name,
    stores.map((store) => readOf(name, store)),
  );
}
for (const { database } of stores) await database.destroy();

printGrowthTable('What resuming a run writes to SQLite, by its size');
const before = { messages: 1000, calls: 1 };
const turns = [];
for (const rounds of [5, 50, 200]) turns.push({ size: rounds, ...(await writtenByResuming({ ...before, rounds })) });
const perSize = (
  written: readonly { size: number; bytes: number; transactions: number }[],
  what: 'bytes' | 'transactions',
) => written.map((one) => ({ size: one.size, cost: one[what] / one.size }));
printCosts('a round behind 1,000 messages, of so many', perSize(turns, 'bytes'), 'bytes');
printCosts('its transactions', perSize(turns, 'transactions'), 'writes');
const batches = [];
for (const calls of [10, 100, 400]) {
  batches.push({ size: calls, ...(await writtenByResuming({ messages: 1, rounds: 1, calls })) });
}
printCosts('a call of a batch of so many asked ones', perSize(batches, 'bytes'), 'bytes');
printCosts('its transactions', perSize(batches, 'transactions'), 'writes');
