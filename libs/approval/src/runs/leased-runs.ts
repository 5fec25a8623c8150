import { RunEndedException } from 'toolgate/chat';
import type { StoredRun } from '../records/stored-run.js';
import type { LeasedRun } from './leased-run.js';

const POLL_MS = 500;

/** The runs that this process leases, and the readers that wait for them. */
export class LeasedRuns {
  // One run may be here twice for a while: with a lost claim, and with the next one.
  private readonly leased = new Set<LeasedRun>();
  private readonly waiting = new Map<string, Set<() => void>>();
  private readonly idling = new Set<() => void>();
  private isReleasing = false;

  add(run: LeasedRun): void {
    this.leased.add(run);
    if (this.isReleasing) run.release();
  }

  end(run: LeasedRun): void {
    this.leased.delete(run);
    for (const wake of this.waiting.get(run.id) ?? []) wake();
    if (this.leased.size === 0) for (const wake of this.idling) wake();
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

  /** Releases every run, also those that are added later, so that other processes can resume them. */
  releaseAll(): void {
    this.isReleasing = true;
    for (const run of this.leased) run.release();
  }

  /** Waits until a run may have changed: until its turn ends in this process, or until it is time to read it again. */
  async changed(id: string, signal?: AbortSignal): Promise<void> {
    const wakers = this.waiting.get(id) ?? new Set();
    this.waiting.set(id, wakers);
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        wakers.delete(wake);
        if (wakers.size === 0) this.waiting.delete(id);
        signal?.removeEventListener('abort', leave);
      };
      const wake = (): void => {
        stop();
        resolve();
      };
      const leave = (): void => {
        stop();
        reject(signal!.reason as Error);
      };
      const timer = setTimeout(wake, POLL_MS);
      wakers.add(wake);
      if (signal?.aborted) leave();
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
