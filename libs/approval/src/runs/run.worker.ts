import { AsyncResource } from 'node:async_hooks';
import { type ChatClientRegistry, RunEndedException } from 'toolgate/chat';
import { LineLogger } from 'toolgate/model';
import { describeError, idsForLog } from 'toolgate/tool';
import { StoreUnavailableException } from '../approval.errors.js';
import type { Run } from '../records/run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { type Draft, setRun } from '../transitions/draft.js';
import type { HeldRuns } from './held-runs.js';
import type { RunDispatcher } from './run.dispatcher.js';
import { type ApprovalTimes, backOffMs } from './run-times.js';
import { changeRun } from './store-calls.js';

/** What a worker goes on with runs with. */
export interface RunWorkerParts {
  readonly store: () => ApprovalStore | undefined;
  readonly clients: () => ChatClientRegistry;
  readonly dispatcher: () => RunDispatcher;
  readonly held: HeldRuns;
  readonly times: ApprovalTimes;
  /** Settles calls of which nobody knows what became, as far as their tools can tell. */
  readonly reconcile: (run: Run) => Promise<void>;
  /** How long a run in flight is waited for when the application stops, in milliseconds. */
  readonly shutdownMs: number;
}

const AT_ONCE = 8;
const LOOK = 32;

/** Goes on with every run that can, in this process: after a decision, after a restart, and where somebody else was lost. */
export class RunWorker {
  private readonly logger = new LineLogger('Toolgate');
  private readonly working = new Map<string, Promise<void>>();
  private isStopping = false;
  /** Whether something that is due could not even be put off: looked for at once, it would be found again. */
  private isHeldUp = false;

  constructor(private readonly parts: RunWorkerParts) {}

  start(): void {
    const { store, dispatcher } = this.parts;
    if (!store()) return;
    // Whoever wakes it lends its async context, such as a request and its trace, to nobody's turn.
    dispatcher().start(AsyncResource.bind(() => this.sweep()));
  }

  /** Begins nothing more, waits for what is in flight, and leaves to others what does not end in time. */
  async stop(): Promise<void> {
    const { dispatcher, held, shutdownMs } = this.parts;
    this.isStopping = true;
    dispatcher().stop();
    await within(this.idle(), shutdownMs);
    held.releaseAll();
    await within(this.idle(), shutdownMs);
  }

  // Whoever reads a run goes on with it, too.
  private async idle(): Promise<void> {
    await Promise.all([...this.working.values(), this.parts.held.idle()]);
  }

  /** Does what is due; tells in how many milliseconds more will be. */
  async sweep(): Promise<number | undefined> {
    this.isHeldUp = false;
    const { runs, nextInMs } = await this.parts.store()!.due(LOOK);
    for (const run of runs) {
      if (this.isStopping) return undefined;
      if (this.working.has(run)) continue;
      if (this.working.size >= AT_ONCE) await Promise.race(this.working.values());
      this.working.set(run, this.goOn(run));
    }
    if (this.isHeldUp) return undefined;
    // There may be more than a look shows.
    return runs.length === LOOK ? 0 : nextInMs;
  }

  /** Has the conversation of an ended run told what was done. */
  async close(run: Run): Promise<void> {
    try {
      await this.parts.clients().get(run.client).resume(run.id).call().outcome();
    } catch (error) {
      if (!(error instanceof RunEndedException)) throw error;
    }
  }

  private async goOn(id: string): Promise<void> {
    const { store, times, clients, reconcile } = this.parts;
    let run: Run | undefined;
    try {
      run = await changeRun(store()!, id, times, (draft) => draft.run);
      if (run.slots.some(({ state }) => state === 'unknown')) await reconcile(run);
      else if (isOpen(run)) await clients().get(run.client).resume(id).call().outcome();
    } catch (error) {
      if (error instanceof StoreUnavailableException) this.putOff(id, error);
      else if (!(error instanceof RunEndedException)) await this.postpone(id, error, run);
    } finally {
      this.working.delete(id);
    }
  }

  // Nothing is wrong with the run, and whoever keeps the store from answering would keep it from this, too.
  private putOff(run: string, { cause }: StoreUnavailableException): void {
    this.logger.warn(`A run waits for its store: ${describeError(cause)} ${idsForLog({ run })}`);
    this.isHeldUp = true;
  }

  // What fails before it is claimed must not stand in the way of what would not.
  private async postpone(id: string, error: unknown, run?: Run): Promise<void> {
    const { store, times } = this.parts;
    const about = idsForLog({ run: id, conversation: run?.conversation });
    this.logger.warn(`A run could not go on: ${describeError(error)} ${about}`);
    const later = (draft: Draft): void => {
      const { lease, failures, retryAt = 0, dueAt } = draft.run;
      if (lease || dueAt === undefined || retryAt > draft.now) return;
      setRun(draft, { failures: failures + 1, retryAt: draft.now + backOffMs(failures) });
    };
    await changeRun(store()!, id, times, later).catch(() => {
      this.isHeldUp = true;
    });
  }
}

const isOpen = ({ status, closing, lease }: Run): boolean =>
  !lease && (status === 'suspended' || closing !== undefined);

const within = async (work: Promise<unknown>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
};
