import { printRow, printTable } from '../table.js';
import { forkOthers, type Other } from './fork-others.js';
import type { Report } from './other-process.js';
import { now, startInstance, type Waking } from './start-instance.js';

const TURNS = 192;
/** The turns that are resumed before the measured ones: the first turns compile code and open connections. */
const EARLIER_TURNS = 64;
const ANSWER_MS = 1000;

/** Waits for the answers of a number of turns, and returns the time of the last one. */
const lastAnswer = (others: readonly Other[], turns: number): Promise<number> =>
  new Promise((resolve) => {
    let answered = 0;
    for (const { child } of others)
      child.on('message', ({ what, at }: Report) => void (what === 'answer' && ++answered === turns && resolve(at)));
  });

/** Returns how many turns a fleet resumes in a second, from the first decision to the last answer. */
const measure = async (connectionString: string, waking: Waking, processes: number): Promise<number> => {
  const { app, suspend, approve } = await startInstance({ connectionString, waking, worker: false });
  const others = await forkOthers(processes, connectionString, { waking, answerMs: ANSWER_MS });
  const resume = async (count: number): Promise<number> => {
    const turns = await Promise.all(Array.from({ length: count }, suspend));
    const begun = now();
    const ended = lastAnswer(others, count);
    await Promise.all(turns.map(approve));
    return (await ended) - begun;
  };
  await resume(EARLIER_TURNS);
  const seconds = (await resume(TURNS)) / 1000;
  await Promise.all(others.map(({ stop }) => stop()));
  await app.close();
  return TURNS / seconds;
};

/** Prints how many turns each fleet resumes in a second. The model takes a second for each answer. */
export const printFleets = async (connectionString: string): Promise<void> => {
  printTable(`${TURNS} turns that are approved at once, and a model that takes a second`, [
    'turns a second',
    'one process',
    'four processes',
    'ratio',
  ]);
  for (const [name, waking] of [
    ['PostgresModule', 'postgres'],
    ['BullMqModule', 'bullmq'],
  ] as const) {
    const one = await measure(connectionString, waking, 1);
    const four = await measure(connectionString, waking, 4);
    printRow([name, one.toFixed(1), four.toFixed(1), `${(four / one).toFixed(2)} ×`]);
  }
};
