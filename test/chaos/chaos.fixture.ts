import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from './chance.fixture.js';
import { problemsOf } from './checks/problems-of.fixture.js';
import { collectEvidence, type Evidence, eventsOf } from './evidence.fixture.js';
import { Monkey, type SignalCounts } from './monkey.fixture.js';
import { createShopDatabase, type DatabaseKind, type ShopDatabase } from './shop-database.fixture.js';
import { ShopInstance } from './shop-instance.fixture.js';
import type { ShopJob } from './shop/shop-job.fixture.js';
import { type DescribedProblem, describeProblems } from './describe-problems.fixture.js';

/** What is to be disturbed, and how much. */
export interface ChaosOptions {
  readonly database: DatabaseKind;
  /** Decides on everything that is random, except for the timing of the processes. */
  readonly seed: string;
  readonly kills: number;
  /** The longest that it disturbs, in milliseconds. */
  readonly forMs: number;
  /** Where the ledger and the database are, and stay. */
  readonly folder: string;
  /** The compiled program of one process, as `compileShop` returns it. */
  readonly program: string;
}

/** What was done and what is wrong. */
export interface ChaosReport {
  readonly signals: SignalCounts;
  readonly evidence: Evidence;
  readonly problems: readonly DescribedProblem[];
  readonly seconds: number;
}

const LEASE_MS = 500;
/** While everything is brought to its end nobody is disturbed, however busy the machine is. */
const CALM_LEASE_MS = 5000;
const LONGEST_DRAIN_MS = 90_000;
const DRAIN_PROCESSES = 2;
const LOOK_EVERY_MS = 100;

/** Lets processes of the shop work and die on one database, brings everything to its end, and checks what happened. */
export const chaos = async ({
  database: kind,
  seed,
  kills,
  forMs,
  folder,
  program,
}: ChaosOptions): Promise<ChaosReport> => {
  const begun = performance.now();
  const ledger = join(folder, 'ledger');
  const database = await createShopDatabase(kind, folder);
  const monkey = new Monkey({ seed: `${seed}-${kind}`, program, kills, forMs, job: jobs(database, ledger) });
  try {
    await monkey.play(database.processes);
    const faults = [...monkey.faults, ...(await drain({ program, database, ledger, seed }))];
    const evidence = await collectEvidence(database, ledger, faults);
    const problems = await explain(database, evidence);
    return { signals: monkey.counts, evidence, problems, seconds: (performance.now() - begun) / 1000 };
  } finally {
    await monkey.stop();
    await database.stop();
  }
};

const jobs =
  ({ connection }: ShopDatabase, ledger: string) =>
  (seed: string, chance: Chance): ShopJob => ({
    seed,
    database: connection,
    ledger,
    mode: 'open',
    worker: chance.isHit(0.8),
    onMessage: chance.isHit(0.5) ? 'supersede' : 'reject',
    leaseMs: LEASE_MS,
  });

interface Drained {
  readonly program: string;
  readonly database: ShopDatabase;
  readonly ledger: string;
  readonly seed: string;
}

// Nothing is disturbed any more; what is left open after a while is stuck.
const drain = async ({ program, database, ledger, seed }: Drained): Promise<readonly string[]> => {
  const { connection, processes } = database;
  const job = { database: connection, ledger, mode: 'closing', worker: true, onMessage: 'reject' } as const;
  const instances = Array.from(
    { length: Math.min(processes, DRAIN_PROCESSES) },
    (_, slot) => new ShopInstance(program, { ...job, seed: `${seed}-last-${slot}`, leaseMs: CALM_LEASE_MS }),
  );
  const begun = performance.now();
  const isDone = (): boolean => instances.some(({ hasEnded }) => hasEnded) || instances.every(({ open }) => open === 0);
  while (!isDone() && performance.now() - begun < LONGEST_DRAIN_MS) await delay(LOOK_EVERY_MS);
  const faults: string[] = [];
  for (const instance of instances) {
    instance.signal('SIGTERM');
    if (!(await instance.endsWithin(LONGEST_DRAIN_MS))) instance.signal('SIGKILL');
    const fault = await instance.faultOfEnd();
    if (fault !== undefined) faults.push(fault);
  }
  return faults;
};

const explain = async (database: ShopDatabase, evidence: Evidence): Promise<readonly DescribedProblem[]> => {
  const problems = problemsOf(evidence);
  const runs = [...new Set(problems.flatMap(({ run }) => run ?? []))];
  return describeProblems(problems, evidence, await eventsOf(database, runs));
};
