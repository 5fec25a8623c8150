import type { PublishedChange } from '../changes/approval-change.js';
import type { ApprovalChangeFeed } from '../changes/approval-change.feed.js';

/**
 * How often a followed run is read again without a change, in milliseconds. A feed may carry only the changes of its
 * own process.
 */
const POLL_MS = 500;
const SHARED_POLL_MS = 2000;

/** The readers that wait for a run which another worker resumes. They share one listener of the feed of changes. */
export class FollowedRuns {
  private readonly waiting = new Map<string, Set<() => void>>();
  private leaveFeed?: () => void;

  constructor(private readonly feed: () => ApprovalChangeFeed) {}

  /** Wakes the readers of a run, because it may have changed. */
  wake(run: string): void {
    for (const wake of this.waiting.get(run) ?? []) wake();
  }

  /** Wakes the readers of all runs. */
  wakeAll(): void {
    for (const run of this.waiting.keys()) this.wake(run);
  }

  /** Waits until a run may have changed, or until it is time to read it again. */
  async changed(run: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        this.remove(run, wake);
        signal?.removeEventListener('abort', leave);
      };
      const wake = (): void => {
        stop();
        resolve();
      };
      const leave = (): void => {
        stop();
        reject(signal?.reason);
      };
      const timer = setTimeout(wake, this.add(run, wake));
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Returns for how long the reader waits at most. */
  private add(run: string, wake: () => void): number {
    const feed = this.feed();
    this.leaveFeed ??= feed.subscribe((change) => this.receive(change));
    this.waiting.set(run, (this.waiting.get(run) ?? new Set()).add(wake));
    return feed.isShared ? SHARED_POLL_MS : POLL_MS;
  }

  private remove(run: string, wake: () => void): void {
    const wakers = this.waiting.get(run);
    wakers?.delete(wake);
    if (wakers?.size === 0) this.waiting.delete(run);
    if (this.waiting.size > 0) return;
    this.leaveFeed?.();
    this.leaveFeed = undefined;
  }

  private receive(change: PublishedChange): void {
    if (change.kind === 'reset') this.wakeAll();
    // While a run is being resumed, its readers have nothing to do.
    if (change.kind === 'run' && change.status !== 'resuming') this.wake(change.id);
  }
}
