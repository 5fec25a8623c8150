import { describeError, idsForLog } from '#core';
import { LineLogger } from 'toolgate/model';
import {
  RunNotFoundException,
  RunSchemaException,
  RunUnreadableException,
  StoreUnavailableException,
} from '../errors/approval.errors.js';
import { describeFailure } from '../errors/describe-failure.js';
import type { StoredRun } from '../records/stored-run.js';
import { type ApprovalTimes, backOffMs } from '../runs/run-times.js';
import { changeRun } from '../runs/store-calls.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { addAttempt } from '../transitions/add-attempt.js';
import { setRun } from '../transitions/draft.js';
import type { LeftRun } from '../transitions/left-run.js';
import { SkippedRuns } from './skipped-runs.js';

/** How long this process skips a run that it cannot resume, and a run that it cannot write because the store fails. */
const FOREIGN_MS = 60_000;
const FAILING_MS = 1_000;
const MOST_WARNINGS = 100;
const MOST_LEFT = 500;
const WAY_BACK = 'Repair its row, then call ApprovalService.runs.restore() with its id.';

/** The runs that this process could not load or resume: each is skipped, postponed or set aside, and logged. */
export class UnresumedRuns {
  private readonly logger = new LineLogger('Toolgate');
  private readonly skipped = new SkippedRuns();
  private readonly changed = new SkippedRuns();
  private readonly warned = new Set<string>();

  constructor(
    private readonly store: () => ApprovalStore,
    private readonly times: ApprovalTimes,
  ) {}

  /** Whether a run is skipped for now. */
  isSkipped(run: string): boolean {
    return this.skipped.has(run) || this.changed.has(run);
  }

  /** Returns the runs that are left to processes with other definitions of their tools, at most 500 of them. */
  left(): readonly string[] {
    return this.changed.list(MOST_LEFT);
  }

  /** Skips or sets aside a run that could not be loaded, without delaying any other. */
  async leave(id: string, error: unknown): Promise<void> {
    if (error instanceof RunUnreadableException) return this.setAside(id, error);
    if (error instanceof RunSchemaException) {
      return this.skip({ id }, `the schema ${String(error.schema)}, which a later version of toolgate wrote`);
    }
    this.skipped.add(id, FAILING_MS);
    // It was deleted since it was listed.
    if (error instanceof RunNotFoundException) return;
    const failure =
      error instanceof StoreUnavailableException
        ? 'A run waits for its store'
        : 'A run could not be loaded, and is loaded again later';
    this.logger.warn(`${failure}: ${describeFailure(error)} ${idsForLog({ runId: id })}`);
  }

  /** Leaves a run to other processes, which may have what it needs. */
  leaveForeign(run: StoredRun, lack: string): void {
    this.skip(run, `${lack}, which this process does not have`);
  }

  /** Leaves a run to processes that may have a tool, or the definition of it for which approval was requested. */
  leaveChanged(run: StoredRun, { tool, isMissing, forMs }: LeftRun): undefined {
    this.changed.add(run.id, Math.min(forMs, FOREIGN_MS));
    const lack = isMissing ? 'which this process does not have' : 'of which this process has another definition';
    this.warn(run, `the tool ${JSON.stringify(tool)}, ${lack}`);
  }

  private skip({ id, conversation }: Pick<StoredRun, 'id' | 'conversation'>, what: string): void {
    this.skipped.add(id, FOREIGN_MS);
    this.warn({ id, conversation }, what);
  }

  private warn({ id, conversation }: Pick<StoredRun, 'id' | 'conversation'>, what: string): void {
    if (this.warned.has(what) || this.warned.size === MOST_WARNINGS) return;
    this.warned.add(what);
    this.logger.warn(
      `Runs of ${what}, are left to other processes. The first: ${idsForLog({ runId: id, conversation })}`,
    );
  }

  private async setAside(id: string, { problem }: RunUnreadableException): Promise<void> {
    const about = idsForLog({ runId: id });
    try {
      // Another sweep, here or in another process, may have set the run aside already.
      if (!(await this.store().setAside(id, problem))) return;
      this.logger.error(`A run was set aside, because it cannot be read: ${problem}. ${WAY_BACK} ${about}`);
    } catch (error) {
      this.skipped.add(id, FAILING_MS);
      this.logger.warn(`A run can be neither read nor set aside: ${describeFailure(error)} ${about}`);
    }
  }

  /** Logs a failed attempt, and postpones a run that failed before it was claimed, so that it does not delay others. */
  async postpone({ id, conversation }: StoredRun, error: unknown): Promise<void> {
    const isRetried = await this.retryLater(id, error).catch(() => {
      this.skipped.add(id, FAILING_MS);
      return true;
    });
    const failure = `A run could not be resumed${isRetried ? ', and is tried again later' : ''}`;
    this.logger.warn(`${failure}: ${describeFailure(error)} ${idsForLog({ runId: id, conversation })}`);
  }

  /** Returns whether a worker tries the run again: not if the run has ended, or waits for a person. */
  private retryLater(id: string, error: unknown): Promise<boolean> {
    return changeRun(this.store(), id, this.times, (draft) => {
      const { lease, failures, retryAt = 0, dueAt } = draft.run;
      if (!lease && dueAt !== undefined && retryAt <= draft.now) {
        const attempts = addAttempt(draft, describeError(error));
        setRun(draft, { failures: failures + 1, retryAt: draft.now + backOffMs(failures), attempts });
      }
      return dueAt !== undefined;
    });
  }
}
