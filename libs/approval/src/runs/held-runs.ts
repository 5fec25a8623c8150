import { RunEndedException } from 'toolgate/chat';
import type { StoredRun } from '../records/stored-run.js';
import type { HeldRun } from './held-run.js';

const POLL_MS = 500;

/** The runs that this process goes on with, and who waits for what becomes of them. */
export class HeldRuns {
  // One run may be held twice for a while: by a claim that was lost, and by the one behind it.
  private readonly held = new Set<HeldRun>();
  private readonly waiting = new Map<string, Set<() => void>>();
  private readonly idling = new Set<() => void>();
  private isReleasing = false;

  add(run: HeldRun): void {
    this.held.add(run);
    if (this.isReleasing) run.release();
  }

  end(run: HeldRun): void {
    this.held.delete(run);
    for (const wake of this.waiting.get(run.id) ?? []) wake();
    if (this.held.size === 0) for (const wake of this.idling) wake();
  }

  /** Until none is gone on with. */
  async idle(): Promise<void> {
    if (this.held.size > 0) await new Promise<void>((resolve) => this.idling.add(resolve));
  }

  /** Ends what is done here with a run that was canceled. */
  cancel({ id, canceling, error = '' }: StoredRun): void {
    const ended = new RunEndedException(id, 'cancelled', canceling?.reason ?? error);
    for (const run of this.held) if (run.id === id) run.cancel(ended);
  }

  /** Leaves every run to others, from now on. */
  releaseAll(): void {
    this.isReleasing = true;
    for (const run of this.held) run.release();
  }

  /** Until a run may have changed: at once where that happens here, else it is time to look again. */
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
