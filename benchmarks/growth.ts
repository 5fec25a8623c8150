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

printGrowthTable('CPU time of one unit at each size: flat if the last column is about 1');
await printGrowth('one tool at start-up, by the number of tools', [10, 100, 1000].map(startWith));
await printGrowth('one round of a turn, by the number of rounds', [5, 50, 200, 800].map(turnOfRounds));
await printGrowth('one level of a result, by its depth', [10, 100, 1000].map(deepResult));
await printGrowth('one level of a recursive input, by its depth', [5, 20, 80].map(recursiveInput));
await printGrowth('one level, if the deepest level is invalid', [5, 20, 80].map(wrongRecursiveInput));
await printGrowth('one line of an input, by the number of lines', [10, 100, 1000].map(largeInput));

printGrowthTable('CPU time of one read of SQLite, by the number of waiting runs');
const stores = [await waitingRuns(1_000), await waitingRuns(50_000)];
for (const name of Object.keys(READS)) {
  await printGrowth(
    name,
    stores.map((store) => readOf(name, store)),
  );
}
for (const { database } of stores) await database.destroy();

printGrowthTable('Writes to SQLite when a run resumes, by its size');
const before = { messages: 1000, calls: 1 };
const turns = [];
for (const rounds of [5, 50, 200]) turns.push({ size: rounds, ...(await writtenByResuming({ ...before, rounds })) });
const perSize = (
  written: readonly { size: number; bytes: number; transactions: number }[],
  what: 'bytes' | 'transactions',
) => written.map((one) => ({ size: one.size, cost: one[what] / one.size }));
printCosts('one round after 1,000 messages, by the number of rounds', perSize(turns, 'bytes'), 'bytes');
printCosts('transactions of one round', perSize(turns, 'transactions'), 'writes');
const batches = [];
for (const calls of [10, 100, 400]) {
  batches.push({ size: calls, ...(await writtenByResuming({ messages: 1, rounds: 1, calls })) });
}
printCosts('one call that requires approval, by the size of its batch', perSize(batches, 'bytes'), 'bytes');
printCosts('transactions of one call', perSize(batches, 'transactions'), 'writes');
