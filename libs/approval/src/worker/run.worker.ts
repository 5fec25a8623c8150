import { AsyncResource } from 'node:async_hooks';
import { SeamException, within } from '#core';
import { causeOf, type ChatClientRegistry, RunEndedException, ShuttingDownException } from 'toolgate/chat';
import { LineLogger } from 'toolgate/model';
import type { ToolCallbackResolver } from 'toolgate/tool';
import {
  RunBusyException,
  RunLostException,
  RunUnreadableException,
  StoreUnavailableException,
} from '../errors/approval.errors.js';
import { describeFailure } from '../errors/describe-failure.js';
import { FailureLog } from '../errors/failure-log.js';
import type { DueWork, StoredRun } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import type { RunDispatcher } from '../dispatch/run.dispatcher.js';
import { stopDispatcher } from '../dispatch/stop-dispatcher.js';
import { DuePages } from './due-pages.js';
import type { LeasedRuns } from '../runs/leased-runs.js';
import { LostLeases } from './lost-leases.js';
import { lookAt } from './look-at.js';
import { presentTools } from '../runs/present-tools.js';
import type { RunAdvancer } from '../runs/run-advancer.js';
import { RequestedRuns } from './requested-runs.js';
import { changeRun } from '../runs/store-calls.js';
import { TurnLane } from './turn-lane.js';
import { UnresumedRuns } from './unresumed-runs.js';
import type { ActiveStore } from '../store/active-store.js';
import type { ApprovalSettings } from '../runs/approval-settings.js';
import type { RunReconciler } from '../runs/run.reconciler.js';
import type { InnerRuns } from '../runs/inner-runs.js';

interface RunWorkerParts {
  readonly store: ActiveStore;
  readonly clients: ChatClientRegistry;
  readonly advancers: RunAdvancer;
  readonly dispatcher: RunDispatcher;
  readonly leasedRuns: LeasedRuns;
  readonly reconciler: RunReconciler;
  readonly tools: ToolCallbackResolver;
  readonly inner: InnerRuns;
  readonly settings: ApprovalSettings;
}

/** What a worker does. `off`: it was not started. `draining`: it starts no more work, because the process ends. */
export type WorkerState = 'off' | 'running' | 'draining';

/** The longest time for which other processes leave due runs to this one, in milliseconds. */
const RESERVE_MS = 10_000;

/**
 * Does the work that is due, in this process: after a decision, after a restart, and after another process was lost.
 * Each sweep writes expiries and lost leases. Turns take separate places, so that no sweep waits for a model or a tool.
 */
export class RunWorker {
  private readonly logger = new LineLogger('Toolgate');
  private readonly unresumed: UnresumedRuns;
  private readonly turns: TurnLane;
  private readonly lost: LostLeases;
  private readonly due: DuePages;
  private readonly sweeps = new FailureLog({
    failed: 'Due runs could not be listed, and are listed again later',
    succeeded: 'Due runs are listed again.',
  });
  // A request must not pass its async context, such as its trace, to the turn of a run.
  private readonly outside = AsyncResource.bind(<T>(work: () => T): T => work());
  private sweeping: Promise<unknown> = Promise.resolve();
  private readonly requested: RequestedRuns;
  private isStarted = false;
  private isStopping = false;

  constructor(private readonly parts: RunWorkerParts) {
    this.turns = new TurnLane(parts.settings.concurrency, (wasFull) => this.fillPlace(wasFull));
    this.requested = new RequestedRuns(this.turns, (id) => this.outside(() => this.attempt(id)));
    const { times } = parts.settings;
    this.lost = new LostLeases(() => this.store(), times);
    this.unresumed = new UnresumedRuns(() => this.store(), times);
    this.due = new DuePages({
      store: () => this.store(),
      clients: () => parts.clients.names(),
      isSkipped: (run) => this.unresumed.isSkipped(run),
      left: () => this.unresumed.left(),
      reserveMs: Math.min(RESERVE_MS, times.leaseMs),
    });
  }

  start(): void {
    const { store, dispatcher } = this.parts;
    if (!store.find()) return;
    this.isStarted = true;
    const sweep = () => this.outside(() => this.sweep());
    dispatcher.start({ sweep, resume: (run) => this.request(run) });
  }

  get state(): WorkerState {
    if (this.isStopping) return 'draining';
    return this.isStarted ? 'running' : 'off';
  }

  /** Starts no more work, in this worker and for readers. What is in flight continues. */
  drain(): void {
    this.isStopping = true;
    this.parts.leasedRuns.close();
    this.requested.clear();
  }

  /** Starts no more work, waits for runs in flight, and releases those that do not end in time. */
  async stop(): Promise<void> {
    const { leasedRuns, settings } = this.parts;
    const { shutdownMs } = settings;
    this.drain();
    const ended = Promise.all([stopDispatcher(this.parts.dispatcher), this.idle()]);
    await within(ended, shutdownMs, () => {});
    leasedRuns.releaseAll();
    await within(Promise.all([ended, this.idle()]), shutdownMs, () => {});
  }

  // Also waits for runs that a reader resumed, which take no place of a turn.
  private async idle(): Promise<void> {
    await Promise.all([this.sweeping, this.turns.idle(), this.parts.leasedRuns.idle()]);
  }

  /** Does the work that is due, after an earlier sweep has ended. Returns in how many milliseconds more will be due. */
  sweep(): Promise<number | undefined> {
    const swept = this.sweeping.then(() => this.sweepOnce());
    const logged = swept.catch((error: unknown) => {
      this.sweeps.failed(error);
      return undefined;
    });
    this.sweeping = logged;
    return logged;
  }

  /**
   * Makes one attempt to resume a run, if it is due, as soon as a place is free. Waits until the attempt has ended. It
   * also works in a process whose worker is off.
   */
  async request(id: string): Promise<void> {
    if (!this.isStopping) await this.requested.add(id);
  }

  /** Resumes a run for a caller, or adds the results of an ended run's tools to its conversation. */
  async close(run: StoredRun): Promise<void> {
    await this.parts.advancers.resume(run);
  }

  // Runs that are due may wait for the place.
  private fillPlace(wasFull: boolean): void {
    if (this.isStopping) return;
    this.requested.startNext();
    if (wasFull && this.isStarted) void this.outside(() => this.sweep());
  }

  private async attempt(id: string): Promise<void> {
    const run = await this.look(id, 'turn');
    if (run && !this.leaves(run)) await this.resume(run);
  }

  private async sweepOnce(): Promise<number | undefined> {
    const next = [
      await this.due.each({
        work: 'time',
        places: () => (this.isStopping ? 0 : Infinity),
        act: async (id) => void (await this.look(id, 'time')),
      }),
      await this.resumeLost(),
      await this.due.each({
        work: 'turn',
        places: () => (this.isStopping ? 0 : this.turns.free),
        act: (id) => this.startTurn(id),
      }),
    ].filter((ms) => ms !== undefined);
    // A worker that stops lists nothing.
    if (!this.isStopping) this.sweeps.succeeded();
    return next.length > 0 ? Math.min(...next) : undefined;
  }

  // After the store's clock was set back, the leases of these runs appear valid, so the runs are not listed as due.
  private async resumeLost(): Promise<undefined> {
    if (this.isStopping || this.turns.free === 0) return;
    try {
      for (const id of await this.lost.end()) await this.startTurn(id);
    } catch (error) {
      // This error must not delay the runs that are due.
      this.logger.warn(`Lost leases could not be checked, and are checked again later: ${describeFailure(error)}`);
    }
  }

  private async startTurn(id: string): Promise<void> {
    const run = this.turns.has(id) ? undefined : await this.look(id, 'turn');
    if (run && this.leaves(run)) return;
    // Other processes leave a reserved run to this one, so it waits for its earlier attempt, or for a free place.
    if (this.turns.has(id) || (run && this.turns.free === 0)) void this.request(id);
    else if (run) void this.turns.start(id, () => this.resume(run));
  }

  /** Writes the expiries and the lost lease of a run. Returns the run if its turn is due, and undefined otherwise. */
  private async look(id: string, work: DueWork): Promise<StoredRun | undefined> {
    const { settings, tools } = this.parts;
    const { times } = settings;
    const store = this.store();
    const present = presentTools(store, tools, times);
    try {
      const { run, left, owing } = await changeRun(store, id, times, (draft) => lookAt(draft, work, present));
      if (owing) await this.settle(owing);
      return left ? this.unresumed.leaveChanged(run!, left) : run;
    } catch (error) {
      await this.unresumed.leave(id, error);
      return undefined;
    }
  }

  private async settle(run: StoredRun): Promise<void> {
    try {
      await this.parts.inner.settle(run);
    } catch (error) {
      await this.unresumed.postpone(run, error);
    }
  }

  // Another process may have the client or the tool.
  private leaves(run: StoredRun): boolean {
    const lack = this.parts.advancers.lack(run);
    if (lack !== undefined) this.unresumed.leaveForeign(run, lack);
    return lack !== undefined;
  }

  private async resume(run: StoredRun): Promise<void> {
    try {
      if (run.slots.some(({ state }) => state === 'unknown')) await this.parts.reconciler.reconcile(run);
      else await this.parts.advancers.work(run);
    } catch (error) {
      const cause = causeOf(error);
      if (LEFT.some((type) => cause instanceof type)) return;
      const isStored = !(error instanceof RunUnreadableException || error instanceof StoreUnavailableException);
      await (isStored ? this.unresumed.postpone(run, error) : this.unresumed.leave(run.id, error));
    }
  }

  // Work starts only with a store.
  private store(): ApprovalStore {
    const store = this.parts.store.find();
    if (store) return store;
    throw new SeamException('The worker has no ApprovalStore. Import SqlModule, or provide ApprovalStore.');
  }
}

/** The errors that do not count as a failed attempt: the run has ended, or another process may resume it. */
const LEFT = [RunEndedException, RunBusyException, RunLostException, ShuttingDownException];
