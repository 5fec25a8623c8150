import { type Declared, checkOptions, endlessMs, option, timerMs, within } from '#core';
import { LineLogger } from 'toolgate/model';
import { FailureLog } from '../errors/failure-log.js';
import type { ApprovalCounts, ApprovalStore } from '../store/approval.store.js';
import type { NoticeCounts } from '../store/notice.store.js';
import type { RunWorker, WorkerState } from '../worker/run.worker.js';
import type { ActiveStore } from '../store/active-store.js';
import type { ApprovalSettings } from '../runs/approval-settings.js';
import type { RunDispatcher } from '../dispatch/run.dispatcher.js';
import type { NoticeDelivery } from '../delivery/notice-delivery.js';

/** The limits of a health check. */
export interface HealthCheckOptions {
  /** How long the store may take to answer, in milliseconds. @default 1,000 */
  readonly timeoutMs?: number;
  /** For how long work may be due before the check fails, in milliseconds. @default no limit */
  readonly maxOverdueMs?: number;
}

const HEALTH = {
  timeoutMs: option(timerMs, 'how long the store may take to answer', 1000),
  maxOverdueMs: option(endlessMs, 'for how long work may be due before the check fails', Infinity),
} satisfies Declared<HealthCheckOptions>;

/** Returns the limits with their defaults. Throws `TypeError` for an invalid one. */
const healthLimits = (options: HealthCheckOptions): Required<HealthCheckOptions> => {
  checkOptions(options, HEALTH, { path: 'ApprovalHealth.check() ', error: TypeError });
  const { timeoutMs = HEALTH.timeoutMs.default, maxOverdueMs = HEALTH.maxOverdueMs.default } = options;
  return { timeoutMs, maxOverdueMs };
};

/** The numbers of the store, for information. */
type Waiting = Pick<ApprovalCounts, 'pending' | 'suspended'> & Required<Pick<ApprovalCounts, 'parked' | 'setAside'>>;

/** Whether this process can start and resume turns, and how much work waits. It contains no content of a turn. */
export interface ApprovalHealthDetails extends Partial<Waiting> {
  /** `down`: send no requests to this process. */
  readonly status: 'up' | 'down';
  /** Why it is down; absent if it is up. */
  readonly reason?: string;
  /** Whether the store answered in time; `none` if the application has none. */
  readonly store: 'answered' | 'failed' | 'none';
  /**
   * `off`: `approval.worker` is false, or the application has no store. `stopped`: its dispatcher has stopped, or the
   * application has not started.
   */
  readonly worker: WorkerState | 'stopped';
  /** For how long the oldest due work has waited for a worker of any process, in milliseconds. */
  readonly overdueMs?: number;
  /** The notices that were not delivered; absent if the application has no `ApprovalChannel`. */
  readonly notices?: NoticeCounts;
}

interface ApprovalHealthParts {
  readonly store: ActiveStore;
  readonly worker: RunWorker;
  readonly dispatcher: RunDispatcher;
  readonly notices: NoticeDelivery;
  readonly settings: ApprovalSettings;
}

const logger = new LineLogger('Toolgate');

/**
 * Checks the store and the worker of this process, for a readiness probe. It returns the same shape as an indicator of
 * `@nestjs/terminus`.
 */
export class ApprovalHealth {
  /** Why the last check failed, by its limits: probes with other limits may succeed at the same time. */
  private readonly reasons = new Map<string, string>();
  private readonly answers = new FailureLog({ failed: 'The store of approvals does not answer' });

  constructor(private readonly parts: ApprovalHealthParts) {}

  /** Returns the state under a key. It never rejects, except with `TypeError` for an invalid limit. */
  async check<const Key extends string = 'toolgate'>(
    key: Key = 'toolgate' as Key,
    options: HealthCheckOptions = {},
  ): Promise<Record<Key, ApprovalHealthDetails>> {
    const limits = healthLimits(options);
    const details = await this.details(limits);
    this.log(JSON.stringify(limits), details.reason);
    return { [key]: details } as Record<Key, ApprovalHealthDetails>;
  }

  // A line is logged once, because every probe would repeat it.
  private log(limits: string, reason: string | undefined): void {
    const last = this.reasons.get(limits);
    if (reason === last) return;
    if (reason === undefined) {
      this.reasons.delete(limits);
      logger.log('The health check succeeds again.');
    } else {
      this.reasons.set(limits, reason);
      logger.warn(`The health check fails: ${reason}`);
    }
  }

  private async details({ timeoutMs, maxOverdueMs }: Required<HealthCheckOptions>): Promise<ApprovalHealthDetails> {
    const store = this.parts.store.find();
    const worker = this.worker(store !== undefined);
    const problem = PROBLEMS[worker];
    if (!store) return stateOf({ store: 'none', worker }, problem);
    const counts = await this.counts(store, timeoutMs);
    if (typeof counts === 'string') return stateOf({ store: 'failed', worker }, problem ?? counts);
    const { pending, suspended, parked = 0, setAside = 0, oldestDueMs: overdueMs = 0, notices } = counts;
    const late = overdueMs > maxOverdueMs ? `Work has been due for more than ${maxOverdueMs} ms` : undefined;
    const waiting = { parked, setAside, pending, suspended, ...(notices && { notices }) };
    return stateOf({ store: 'answered', worker, overdueMs, ...waiting }, problem ?? late);
  }

  private worker(hasStore: boolean): WorkerState | 'stopped' {
    const { worker, dispatcher, settings } = this.parts;
    const { state } = worker;
    if (state === 'draining' || !settings.hasWorker || !hasStore) return state;
    return state === 'running' && (dispatcher.isRunning?.() ?? true) ? state : 'stopped';
  }

  private async read(store: ApprovalStore): Promise<Counts> {
    const [counts, notices] = await Promise.all([store.counts(), this.parts.notices.counts()]);
    return { ...counts, ...(notices && { notices }) };
  }

  /** Returns the numbers, or the reason why there are none. */
  // The error is logged and not returned, because it may name a server, and the result may be public.
  private async counts(store: ApprovalStore, timeoutMs: number): Promise<Counts | string> {
    try {
      const counts = await within(this.read(store), timeoutMs, () => undefined);
      if (!counts) return `The store did not answer within ${timeoutMs} ms`;
      this.answers.succeeded();
      return counts;
    } catch (error) {
      this.answers.failed(error);
      return 'The store failed, and the log states why';
    }
  }
}

type Counts = ApprovalCounts & Pick<ApprovalHealthDetails, 'notices'>;

const PROBLEMS: Readonly<Partial<Record<WorkerState | 'stopped', string>>> = {
  draining: 'The process is shutting down',
  stopped: 'The worker does not run',
};

const stateOf = (details: Omit<ApprovalHealthDetails, 'status' | 'reason'>, reason?: string): ApprovalHealthDetails =>
  reason === undefined ? { status: 'up', ...details } : { status: 'down', reason, ...details };
