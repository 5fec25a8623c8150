import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileSources } from './compile-sources.fixture.js';
import { type LedgerLine, ledgerOf, type StoryJob, type StoryReport } from './crash-story.fixture.js';
import { readLines } from './journal.fixture.js';
import { problemsOf, problemsOfAgents, problemsOfCalls, problemsOfCanceled } from './problems-of.fixture.js';
import type { StoryDatabases } from './story-databases.fixture.js';
import { type StoryEnd, StoryProcess } from './story-process.fixture.js';

/** How far ahead the clock of the recovering process is: every lease of earlier processes has expired. */
const LATER_MS = 120_000;
const AT_ONCE = 2;

const EFFECTS = ['charge B-2', 'find A-1', 'mail A-1', 'note one', 'note two', 'refund A-1 70', 'refund B-2 20'];

type By = NonNullable<StoryJob['by']>;

/** The processes of a story that crash, one after the other, before an undisturbed one finishes it. */
export interface Crash {
  readonly by: By;
  readonly lives: readonly Omit<StoryJob, 'id' | 'file' | 'postgres' | 'by'>[];
  /** @default 'turn' */
  readonly story?: StoryJob['story'];
  /** Whether a tool has another definition in the last process. */
  readonly isChanged?: boolean;
  /** How far the clock of the last process is ahead, in milliseconds. */
  readonly aheadMs?: number;
}

/** The outcome of a story after its crashes. */
export interface Aftermath {
  readonly ends: readonly StoryEnd[];
  readonly report: StoryReport;
  readonly problems: readonly string[];
}

let compiled: Promise<string> | undefined;

/** Compiles the program once for all matrices. Its folder is removed together with that of the test run. */
const compileStory = (): Promise<string> => (compiled ??= compileSources(join(tmpdir(), 'toolgate-story')));

/** Processes that run one story and crash in it, and one that recovers what they leave. */
export class CrashMatrix {
  private readonly folder = mkdtempSync(join(tmpdir(), 'toolgate-crash-'));
  private readonly references = new Map<By, StoryReport>();
  private program = '';
  private databases!: StoryDatabases;
  private recovering!: StoryProcess;
  /** Runs stories that do not crash, one after the other. */
  private undisturbed!: StoryProcess;
  private stories = 0;

  constructor(private readonly open: () => Promise<StoryDatabases>) {}

  /** Starts the processes. Runs the turn undisturbed, to find its points and its end, for each that resumes it. */
  async start(turns: readonly By[] = ['worker', 'reader']): Promise<void> {
    this.program = await compileStory();
    this.databases = await this.open();
    this.recovering = new StoryProcess(this.program);
    this.undisturbed = new StoryProcess(this.program);
    for (const by of turns) {
      const job = await this.job(by);
      this.references.set(by, reportIn(await this.undisturbed.tell(job)));
      const problems = [...this.problems(by, job.file, this.reference(by))];
      const effects = readLines<LedgerLine>(ledgerOf(job.file)).flatMap(({ step, call }) =>
        step === 'effect' ? call : [],
      );
      if (effects.sort().join() !== EFFECTS.join()) problems.push(`the effects are ${effects.join()}`);
      if (problems.length > 0) throw new Error(`The story itself is wrong: ${problems.join(', ')}`);
    }
  }

  async stop(): Promise<void> {
    await this.recovering?.stop();
    await this.undisturbed?.stop();
    await this.databases?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The story without any crash. */
  reference(by: By): StoryReport {
    return this.references.get(by)!;
  }

  /** Crashes processes, lets another one recover, and checks the outcome of the story. */
  async crash({ by, lives, story, isChanged, aheadMs = LATER_MS }: Crash): Promise<Aftermath> {
    const job = { ...(await this.job(by)), ...(story && { story }) };
    const ends: StoryEnd[] = [];
    for (const [index, life] of lives.entries()) {
      const dying = new StoryProcess(this.program);
      ends.push(await dying.tell({ ...job, ...life, by: index === 0 ? by : 'worker' }));
      await dying.stop();
    }
    const recovered = this.recovering
      .tell({ ...job, by: 'worker', aheadMs, ...(isChanged && { isChanged }) })
      .catch((cause: unknown) => {
        throw new Error(`Behind ${JSON.stringify(lives)}, ${by}: ${String(cause)}`, { cause });
      });
    const report = reportIn(await recovered);
    return { ends, report, problems: this.problems(by, job.file, report) };
  }

  /** Crashes several stories, as many concurrently as there are processors. */
  async crashAll<T extends Crash>(crashes: readonly T[], told: (crash: T, after: Aftermath) => void): Promise<void> {
    const left = [...crashes];
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) told(next, await this.crash(next));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** Runs a story whose run is canceled at a point, and returns the points after it. */
  async pointsOfCanceled(cancelAt: string): Promise<readonly string[]> {
    const job = await this.job('worker');
    const report = reportIn(await this.undisturbed.tell({ ...job, cancelAt }));
    const problems = problemsOfCanceled({ file: job.file, report });
    if (problems.length > 0) throw new Error(`The canceled story itself is wrong: ${problems.join(', ')}`);
    return report.points.slice(report.points.indexOf(cancelAt) + 1);
  }

  /** Runs calls outside of a turn undisturbed, and returns their points. */
  async pointsOfCalls(story: 'calls' | 'external' = 'calls'): Promise<readonly string[]> {
    const job = await this.job('worker');
    const report = reportIn(await this.undisturbed.tell({ ...job, story }));
    const problems = [...problemsOfCalls({ file: job.file, report })];
    const ends = Object.values(report.outcomes ?? {}).map(({ status }) => status);
    // One of the calls is rejected.
    if (ends.filter((status) => status === 'completed').length !== ends.length - 1)
      problems.push(`they end as ${ends.join()}`);
    if (problems.length > 0) throw new Error(`The calls themselves are wrong: ${problems.join(', ')}`);
    return report.points;
  }

  /** Runs a turn with agents undisturbed, or until it is canceled at a point, and returns its points. */
  async pointsOfAgents(cancelAt?: string): Promise<readonly string[]> {
    const job = await this.job('worker');
    const report = reportIn(await this.undisturbed.tell({ ...job, story: 'agents', ...(cancelAt && { cancelAt }) }));
    const problems = [...problemsOfAgents({ file: job.file, report })];
    if (report.runs.length !== 3) problems.push(`there are ${report.runs.length} runs`);
    if (problems.length > 0) throw new Error(`The agents themselves are wrong: ${problems.join(', ')}`);
    return cancelAt ? report.points.slice(report.points.indexOf(cancelAt) + 1) : report.points;
  }

  private problems(by: By, file: string, report: StoryReport): readonly string[] {
    if (report.agents) return problemsOfAgents({ file, report });
    if (report.outcomes) return problemsOfCalls({ file, report });
    if (report.runs[0]?.status === 'cancelled') return problemsOfCanceled({ file, report });
    return problemsOf({ file, report, reference: this.reference(by) });
  }

  private async job(by: By): Promise<StoryJob & { readonly by: By }> {
    const id = ++this.stories;
    return { id, by, ...(await this.databases.place(join(this.folder, `${id}.db`))) };
  }
}

const reportIn = (end: StoryEnd): StoryReport => {
  if (end.type === 'told') return end.report;
  throw new Error(`The process that was to be left alone ended: ${end.signal ?? end.code}`);
};
