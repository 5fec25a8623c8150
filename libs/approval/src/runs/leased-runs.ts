import { RunEndedException, ShuttingDownException } from 'toolgate/chat';
import type { StoredRun } from '../records/stored-run.js';
import type { FollowedRuns } from './followed-runs.js';
import type { LeasedRun } from './leased-run.js';

/** The runs that this process leases, and the readers that follow runs. */
export class LeasedRuns {
  // One run may be here twice for a while: with a lost claim, and with the next one.
  private readonly leased = new Set<LeasedRun>();
  private readonly idling = new Set<() => void>();
  private isReleasing = false;
  private isClosed = false;

  constructor(private readonly followed: FollowedRuns) {}

  add(run: LeasedRun): void {
    this.leased.add(run);
    if (this.isReleasing) run.release();
  }

  end(run: LeasedRun): void {
    this.leased.delete(run);
    this.followed.wake(run.id);
    if (this.leased.size === 0) for (const wake of this.idling) wake();
  }

  /** Leases no other run from now on. */
  close(): void {
    this.isClosed = true;
    this.followed.wakeAll();
  }

  /** Returns whether this process ends, and leaves a run to other processes. */
  leaves(id: string): boolean {
    return this.isClosed && ![...this.leased].some((run) => run.id === id);
  }

  /** Returns why this process leases no other run; undefined if it does. */
  refusal(): ShuttingDownException | undefined {
    return this.isClosed ? new ShuttingDownException() : undefined;
  }

  /** Waits until this process leases no run. */
  async idle(): Promise<void> {
    if (this.leased.size > 0) await new Promise<void>((resolve) => this.idling.add(resolve));
  }

  /** Ends the turn of a canceled run in this process. */
  cancel({ id, canceling, error = '' }: StoredRun): void {
    const ended = new RunEndedException(id, 'cancelled', canceling?.reason ?? error);
    for (const run of this.leased) if (run.id === id) run.cancel(ended);
  }

  /** Releases every run, including those that are added later, so that other processes can resume them. */
  releaseAll(): void {
    this.isReleasing = true;
    for (const run of this.leased) run.release();
  }

  /** Waits until a run may have changed, or until it is time to read it again. */
  changed(id: string, signal?: AbortSignal): Promise<void> {
    return this.followed.changed(id, signal);
  }
}
