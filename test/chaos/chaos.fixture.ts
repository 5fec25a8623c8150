import { join } from 'node:path';
import type { Chance } from './chance.fixture.js';
import { Course, type CourseGoals, type SignalCounts } from './course.fixture.js';
import { problemsOf } from './checks/problems-of.fixture.js';
import { type DescribedProblem, describeProblems } from './describe-problems.fixture.js';
import { drain } from './drain.fixture.js';
import { collectEvidence, type Evidence, eventsOf } from './evidence.fixture.js';
import { Monkey } from './monkey.fixture.js';
import { createShopDatabase, type DatabaseKind, type ShopDatabase } from './shop-database.fixture.js';
import { SHOP_KINDS, type ShopKind } from './shop/run-kinds.fixture.js';
import type { DispatcherKind, ShopJob } from './shop/shop-job.fixture.js';

/** The processes, and how they are disturbed. */
export interface ChaosOptions extends Partial<CourseGoals> {
  readonly database: DatabaseKind;
  /** @default 'timer' */
  readonly dispatcher?: DispatcherKind;
  /** How many processes share a server. @default 4 */
  readonly processes?: number;
  /** How many conversations the customers use. @default 5 */
  readonly conversations?: number;
  /** What people request. @default every kind */
  readonly kinds?: readonly ShopKind[];
  /** Determines everything that is random, except for the timing of the processes. */
  readonly seed: string;
  /** The folder of the ledger and the database, which stay there. */
  readonly folder: string;
  /** The compiled program of one process, as `compileShop` returns it. */
  readonly program: string;
}

/** The signals that were sent, and the problems that were found. */
export interface ChaosReport {
  readonly signals: SignalCounts;
  /** How often the database server was restarted. */
  readonly restarts: number;
  readonly evidence: Evidence;
  readonly problems: readonly DescribedProblem[];
  readonly seconds: number;
}

const LEASE_MS = 500;
const GOALS: CourseGoals = { kills: 250, approvals: 0, restarts: 0, forMs: 3_600_000 };

/** Runs and kills processes of the shop on one database, lets every run end, and checks the result. */
export const chaos = async (options: ChaosOptions): Promise<ChaosReport> => {
  const { database: kind, dispatcher = 'timer', seed, folder, program } = options;
  const begun = performance.now();
  const ledger = join(folder, 'ledger');
  const database = await createShopDatabase(kind, folder, options.processes);
  const course = new Course({ ...GOALS, ...options }, database);
  const { conversations = 5, kinds = SHOP_KINDS } = options;
  const job = jobs({ database: database.connection, dispatcher, conversations, ledger, kinds });
  const monkey = new Monkey({ seed: `${seed}-${kind}`, program, course, job });
  try {
    await Promise.all([monkey.play(database.processes), course.follow()]);
    const faults = [...monkey.faults, ...(await drain({ program, dispatcher, database, ledger, seed }))];
    const evidence = await collectEvidence(database, ledger, faults);
    const problems = await explain(database, evidence);
    const { signals, restarts } = course;
    return { signals, restarts, evidence, problems, seconds: (performance.now() - begun) / 1000 };
  } finally {
    await monkey.stop();
    await database.stop();
  }
};

const jobs =
  (shop: Pick<ShopJob, 'database' | 'dispatcher' | 'conversations' | 'ledger' | 'kinds'>) =>
  (seed: string, chance: Chance): ShopJob => ({
    ...shop,
    seed,
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
