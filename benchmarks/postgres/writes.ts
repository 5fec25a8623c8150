import { asking, bodiesOf } from '../approvals.js';
import { printCompared, printComparison } from '../compare.js';
import type { Cost } from '../costs-of.js';
import { printRow, printTable } from '../table.js';
import { plainPostgres } from './plain-postgres.js';

const ROUNDS = 40;
const WARM_ROUNDS = 15;
const TURNS = 10;

/** Both halves of a turn that waits. */
interface Halves<T> {
  readonly suspend: () => Promise<T>;
  readonly resume: (turn: T) => Promise<unknown>;
}

/** The costs of each half, round by round. */
interface Measured {
  readonly suspend: Cost[];
  readonly resume: Cost[];
}

const timed = async (work: () => Promise<unknown>): Promise<Cost> => {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / TURNS, wall: ((performance.now() - wall) * 1000) / TURNS };
};

const round = async <T>({ suspend, resume }: Halves<T>, measured: Measured): Promise<void> => {
  const turns: T[] = [];
  const suspended = await timed(async () => {
    for (let index = 0; index < TURNS; index++) turns.push(await suspend());
  });
  const resumed = await timed(async () => {
    for (const turn of turns) await resume(turn);
  });
  measured.suspend.push(suspended);
  measured.resume.push(resumed);
};

// The machine slows some rounds down and speeds none up.
const percentile20 = (costs: readonly Cost[]): Cost => {
  const of = (kind: keyof Cost): number =>
    costs.map((cost) => cost[kind]).toSorted((a, b) => a - b)[Math.floor(costs.length / 5)]!;
  return { cpu: of('cpu'), wall: of('wall') };
};

/** Prints the cost of both halves of a waiting turn, and of handwritten statements that write the same rows. */
export const printWrites = async (connectionString: string): Promise<void> => {
  const ours = await asking({ postgres: { connectionString } });
  const plain = await plainPostgres(connectionString, await bodiesOf(ours));
  const [base, own]: [Measured, Measured] = [
    { suspend: [], resume: [] },
    { suspend: [], resume: [] },
  ];
  for (let index = 0; index < WARM_ROUNDS + ROUNDS; index++) {
    const isWarm = index >= WARM_ROUNDS;
    await round(plain, isWarm ? base : { suspend: [], resume: [] });
    await round(ours, isWarm ? own : { suspend: [], resume: [] });
  }
  const bytes = await plain.bytesOf('public');
  await plain.close();
  await ours.app.close();
  printCompared('A turn that waits for a person, on PostgreSQL', 'plain SQL', 'Toolgate', 'µs a turn');
  for (const [name, half] of [
    ['suspended', 'suspend'],
    ['decided, resumed and completed', 'resume'],
  ] as const) {
    printComparison(name, { base: percentile20(base[half]), ours: percentile20(own[half]) });
  }
  printTable('What a completed turn with one approval stores', ['', 'KB, with indexes']);
  printRow(['its run, checkpoint, approval and events', (bytes / 1024).toFixed(1)]);
};
