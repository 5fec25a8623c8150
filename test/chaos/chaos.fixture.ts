import { join } from 'node:path';
import type { Chance } from './chance.fixture.js';
import { problemsOf } from './checks/problems-of.fixture.js';
import { type DescribedProblem, describeProblems } from './describe-problems.fixture.js';
import { drain } from './drain.fixture.js';
import { collectEvidence, type Evidence, eventsOf } from './evidence.fixture.js';
import { Monkey, type SignalCounts } from './monkey.fixture.js';
import { createShopDatabase, type DatabaseKind, type ShopDatabase } from './shop-database.fixture.js';
import type { ShopJob } from './shop/shop-job.fixture.js';

/** How the processes are disturbed, and for how long. */
export interface ChaosOptions {
  readonly database: DatabaseKind;
  /** Determines everything that is random, except for the timing of the processes. */
  readonly seed: string;
  readonly kills: number;
  /** The longest time for which processes are disturbed, in milliseconds. */
  readonly forMs: number;
  /** The folder of the ledger and the database, which stay there. */
  readonly folder: string;
  /** The compiled program of one process, as `compileShop` returns it. */
  readonly program: string;
}

/** The signals that were sent, and the problems that were found. */
export interface ChaosReport {
  readonly signals: SignalCounts;
  readonly evidence: Evidence;
  readonly problems: readonly DescribedProblem[];
  readonly seconds: number;
}

const LEASE_MS = 500;

/** Runs and kills processes of the shop on one database, lets every run end, and checks the result. */
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

const explain = async (database: ShopDatabase, evidence: Evidence): Promise<readonly DescribedProblem[]> => {
  const problems = problemsOf(evidence);
  const runs = [...new Set(problems.flatMap(({ run }) => run ?? []))];
  return describeProblems(problems, evidence, await eventsOf(database, runs));
};
