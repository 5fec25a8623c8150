import { SharedListeners } from '#core';
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
  private readonly waiting = new SharedListeners<string, () => void>(() =>
    this.feed().subscribe((change) => this.receive(change)),
  );

  constructor(private readonly feed: () => ApprovalChangeFeed) {}

  /** Wakes the readers of a run, because it may have changed. */
  wake(run: string): void {
    for (const wake of this.waiting.of(run)) wake();
  }

  /** Wakes the readers of all runs. */
  wakeAll(): void {
    for (const wake of this.waiting.all()) wake();
  }

  /** Waits until a run may have changed, or until it is time to read it again. */
  async changed(run: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        this.waiting.remove(run, wake);
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
      this.waiting.add(run, wake);
      const timer = setTimeout(wake, this.feed().isShared ? SHARED_POLL_MS : POLL_MS);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  private receive(change: PublishedChange): void {
    if (change.kind === 'reset') this.wakeAll();
    // While a run is being resumed, its readers have nothing to do.
    if (change.kind === 'run' && change.status !== 'resuming') this.wake(change.id);
  }
}
