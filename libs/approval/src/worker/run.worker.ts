import { AsyncResource } from 'node:async_hooks';
import { describeError, idsForLog } from '#core';
import { type ChatClient, type ChatClientRegistry, RunEndedException } from 'toolgate/chat';
import { LineLogger } from 'toolgate/model';
import {
  RunBusyException,
  RunNotFoundException,
  RunSchemaException,
  RunUnreadableException,
  StoreUnavailableException,
} from '../errors/approval.errors.js';
import type { DueWork, StoredRun } from '../records/stored-run.js';
import type { ApprovalStore, DueRuns } from '../store/approval.store.js';
import { type Draft, setRun } from '../transitions/draft.js';
import { dueAt } from '../transitions/due-at.js';
import { dueFor } from '../transitions/due-for.js';
import { eachAtOnce } from './each-at-once.js';
import type { LeasedRuns } from '../runs/leased-runs.js';
import { LostLeases } from './lost-leases.js';
import type { RunDispatcher } from './run.dispatcher.js';
import { type ApprovalTimes, backOffMs } from '../runs/run-times.js';
import { SkippedRuns } from './skipped-runs.js';
import { changeRun } from '../runs/store-calls.js';
import { TurnLane } from './turn-lane.js';
import { workerRun } from '../runs/worker-run.js';

/** The dependencies of a worker. */
export interface RunWorkerParts {
  readonly store: () => ApprovalStore | undefined;
  readonly clients: ChatClientRegistry;
  readonly dispatcher: RunDispatcher;
  readonly leasedRuns: LeasedRuns;
  readonly times: ApprovalTimes;
  /** Asks the tools of calls with an unknown outcome for the outcome. */
  readonly reconcile: (run: StoredRun) => Promise<void>;
  /** How many turns are resumed at the same time. */
  readonly concurrency: number;
  /** How long shutdown waits for a run in flight, in milliseconds. */
  readonly shutdownMs: number;
}

/** How many due runs the first page lists, and at most a later page. Most often the first page is enough. */
const FIRST_PAGE = 32;
const LARGEST_PAGE = 500;
const LOOKS_AT_ONCE = 8;
/**
 * How long a run is skipped that this process cannot resume, and one that a failing store prevents from being written.
 */
const FOREIGN_MS = 60_000;
const FAILING_MS = 1_000;

/**
 * Does the work that is due, in this process: after a decision, after a restart, and after another process was lost.
 * Each sweep writes expiries and lost leases. Turns take separate places, so that no sweep waits for a model or a tool.
 */
export class RunWorker {
  private readonly logger = new LineLogger('Toolgate');
  private readonly skipped = new SkippedRuns();
  private readonly warned = new Set<string>();
  private readonly turns: TurnLane;
  private readonly lost: LostLeases;
  // A request must not pass its async context, such as its trace, to the turn of a run.
  private readonly outside = AsyncResource.bind(<T>(work: () => T): T => work());
  private sweeping: Promise<unknown> = Promise.resolve();
  private readonly requested = new Set<string>();
  private isStarted = false;
  private isStopping = false;

  constructor(private readonly parts: RunWorkerParts) {
    this.turns = new TurnLane(parts.concurrency, () => {
      parts.dispatcher.wake();
      this.startRequested();
    });
    this.lost = new LostLeases(() => parts.store()!, parts.times);
  }

  start(): void {
    const { store, dispatcher } = this.parts;
    if (!store()) return;
    this.isStarted = true;
    dispatcher.start(() => this.outside(() => this.sweep()));
  }

  /** Starts no more work, waits for runs in flight, and releases those that do not end in time. */
  async stop(): Promise<void> {
    const { dispatcher, leasedRuns, shutdownMs } = this.parts;
    this.isStopping = true;
    dispatcher.stop();
    await waitAtMost(this.idle(), shutdownMs);
    leasedRuns.releaseAll();
    await waitAtMost(this.idle(), shutdownMs);
  }

  // A reader of a run may resume it too.
  private async idle(): Promise<void> {
    await Promise.all([this.sweeping, this.turns.idle(), this.parts.leasedRuns.idle()]);
  }

  /** Does the work that is due. Returns in how many milliseconds more will be due. */
  async sweep(): Promise<number | undefined> {
    const sweep = this.sweepOnce();
    this.sweeping = sweep.catch(() => {});
    return sweep;
  }

  /**
   * Resumes a run soon, if it is due. Without a start, when other processes do the work that is due, this process makes
   * one attempt, as soon as a place is free.
   */
  request(id: string): void {
    if (this.isStarted) return this.parts.dispatcher.wake();
    this.requested.add(id);
    this.startRequested();
  }

  /** Adds the results of an ended run's tools to its conversation. */
  async close(run: StoredRun): Promise<void> {
    try {
      await this.parts.clients.get(run.client).resume(run.id).call().outcome();
    } catch (error) {
      if (!(error instanceof RunEndedException)) throw error;
    }
  }

  private startRequested(): void {
    for (const id of this.requested) {
      if (this.isStopping || this.turns.free === 0) return;
      this.requested.delete(id);
      this.turns.start(id, () => this.outside(() => this.attempt(id)));
    }
  }

  private async attempt(id: string): Promise<void> {
    const run = await this.look(id, 'turn');
    if (!run) return;
    const client = this.clientOf(run);
    if (client) await this.resume(run, client);
    else this.skipForeign(run);
  }

  private async sweepOnce(): Promise<number | undefined> {
    const next = [
      await this.eachDue('time', async (id) => void (await this.look(id, 'time'))),
      await this.resumeLost(),
      await this.eachDue('turn', async (id) => this.startTurn(id)),
    ].filter((ms) => ms !== undefined);
    return next.length > 0 ? Math.min(...next) : undefined;
  }

  // By a clock that was set back, these runs are due later.
  private async resumeLost(): Promise<undefined> {
    if (this.turns.free === 0) return;
    try {
      for (const id of await this.lost.end()) await this.startTurn(id);
    } catch (error) {
      // This error must not delay the runs that are due.
      this.logger.warn(`Lost leases could not be checked, and are checked again later: ${describeError(error)}`);
    }
  }

  /** Acts on each run that is due, page after page, except those that this process skips. */
  private async eachDue(work: DueWork, act: (id: string) => Promise<void>): Promise<number | undefined> {
    // Without a free place, a run would only be listed again.
    const places = (): number => (work === 'turn' ? this.turns.free : LOOKS_AT_ONCE);
    const isOver = (): boolean => this.isStopping || places() === 0;
    let cursor: string | undefined;
    for (let size = FIRST_PAGE; !isOver(); size = Math.min(4 * size, LARGEST_PAGE)) {
      const page: DueRuns = await this.parts.store()!.due(size, { work, ...(cursor !== undefined && { cursor }) });
      const runs = page.runs.filter((id) => !this.skipped.has(id));
      await eachAtOnce(runs, Math.min(LOOKS_AT_ONCE, places()), async (id) => {
        if (!isOver()) await act(id);
      });
      if (page.cursor === undefined) return page.nextInMs;
      cursor = page.cursor;
    }
    return undefined;
  }

  private async startTurn(id: string): Promise<void> {
    if (this.turns.has(id)) return;
    const run = await this.look(id, 'turn');
    if (!run) return;
    // Another process may have the client and its tools.
    const client = this.clientOf(run);
    if (client) this.turns.start(id, () => this.resume(run, client));
    else this.skipForeign(run);
  }

  /** Writes the expiries and the lost lease of a run. Returns the run if its turn is due, and undefined otherwise. */
  private async look(id: string, work: DueWork): Promise<StoredRun | undefined> {
    const { store, times } = this.parts;
    try {
      return await changeRun(store()!, id, times, (draft) => lookAt(draft, work));
    } catch (error) {
      await this.leave(id, error);
      return undefined;
    }
  }

  private async resume(run: StoredRun, client: ChatClient): Promise<void> {
    try {
      if (run.slots.some(({ state }) => state === 'unknown')) await this.parts.reconcile(run);
      else await workerRun.run(run.id, () => client.resume(run.id).call().outcome());
    } catch (error) {
      if (error instanceof RunEndedException || error instanceof RunBusyException) return;
      const isStored = !(error instanceof RunUnreadableException || error instanceof StoreUnavailableException);
      await (isStored ? this.postpone(run, error) : this.leave(run.id, error));
    }
  }

  private clientOf({ client }: StoredRun): ChatClient | undefined {
    try {
      return this.parts.clients.get(client);
    } catch {
      return undefined;
    }
  }

  /** Skips or sets aside a run that could not be loaded, without delaying any other. */
  private async leave(id: string, error: unknown): Promise<void> {
    if (error instanceof RunUnreadableException) return this.setAside(id, error);
    if (error instanceof RunSchemaException) {
      return this.skip({ id }, `the schema ${String(error.schema)}, which a later version of toolgate wrote`);
    }
    this.skipped.add(id, FAILING_MS);
    // It was deleted since it was listed.
    if (error instanceof RunNotFoundException) return;
    const failure =
      error instanceof StoreUnavailableException
        ? `A run waits for its store: ${describeError(error.cause)}`
        : `A run could not be loaded, and is loaded again later: ${describeError(error)}`;
    this.logger.warn(`${failure} ${idsForLog({ runId: id })}`);
  }

  private skipForeign(run: StoredRun): void {
    this.skip(run, `the client ${JSON.stringify(run.client)}, which this process does not have`);
  }

  private skip({ id, conversation }: Pick<StoredRun, 'id' | 'conversation'>, what: string): void {
    this.skipped.add(id, FOREIGN_MS);
    if (this.warned.has(what) || this.warned.size === MOST_WARNINGS) return;
    this.warned.add(what);
    this.logger.warn(
      `Runs of ${what}, are left to other processes. The first: ${idsForLog({ runId: id, conversation })}`,
    );
  }

  private async setAside(id: string, { problem }: RunUnreadableException): Promise<void> {
    const about = idsForLog({ runId: id });
    try {
      // Another sweep, here or in another process, may have found the same.
      if (!(await this.parts.store()!.setAside(id, problem))) return;
      this.logger.error(`A run was set aside, because it cannot be read: ${problem}. ${WAY_BACK} ${about}`);
    } catch (error) {
      this.skipped.add(id, FAILING_MS);
      this.logger.warn(`A run cannot be read, nor set aside: ${describeError(error)} ${about}`);
    }
  }

  // A run that fails before it is claimed must not delay others.
  private async postpone({ id, conversation }: StoredRun, error: unknown): Promise<void> {
    const { store, times } = this.parts;
    this.logger.warn(
      `A run could not be resumed, and is tried again later: ${describeError(error)} ${idsForLog({ runId: id, conversation })}`,
    );
    const later = (draft: Draft): void => {
      const { lease, failures, retryAt = 0, dueAt } = draft.run;
      if (lease || dueAt === undefined || retryAt > draft.now) return;
      setRun(draft, { failures: failures + 1, retryAt: draft.now + backOffMs(failures) });
    };
    await changeRun(store()!, id, times, later).catch(() => this.skipped.add(id, FAILING_MS));
  }
}

const MOST_WARNINGS = 100;
const WAY_BACK = 'Repair its row, then call ApprovalService.runs.restore() with its id.';

const lookAt = (draft: Draft, work: DueWork): StoredRun | undefined => {
  const state = { run: draft.run, approvals: [...draft.approvals.values()] };
  const isTurn = dueFor(state) === 'turn' && (dueAt(state) ?? Infinity) <= draft.now;
  // An earlier version does not store `dueFor`, so the run is written again to set it.
  if (!draft.isChanged && !(isTurn && work === 'turn')) setRun(draft, {});
  return isTurn ? draft.run : undefined;
};

const waitAtMost = async (work: Promise<unknown>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
};
