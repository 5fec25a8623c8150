import type { LiveTurnFeed } from 'toolgate/chat';

/** A reader that waits for parts. A wake-up before the wait ends it at once, so that none is lost. */
export class TurnWait {
  hasLeft = false;
  private isWoken = false;
  private wakeUp?: () => void;

  readonly wake = (): void => {
    this.isWoken = true;
    this.wakeUp?.();
  };

  /** Ends the wait of a reader that leaves. */
  leave(): void {
    this.hasLeft = true;
    this.wake();
  }

  /** Waits for a wake-up, but no longer than some milliseconds. */
  async atMost(ms: number): Promise<void> {
    if (!this.isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.wakeUp = undefined;
    }
    this.isWoken = false;
  }
}

/** The readers of this process, by the turns that they read. The feed wakes them. */
export class TurnWaits {
  private readonly waits = new Map<string, Set<TurnWait>>();
  private leaveFeed?: () => void;

  constructor(private readonly feed: LiveTurnFeed) {}

  /** Adds a reader of a turn. */
  enter(run: string, wait: TurnWait): void {
    this.leaveFeed ??= this.feed.subscribe((changed) => this.wake(changed));
    const waits = this.waits.get(run) ?? new Set();
    this.waits.set(run, waits.add(wait));
  }

  leave(run: string, wait: TurnWait): void {
    const waits = this.waits.get(run);
    waits?.delete(wait);
    if (waits?.size === 0) this.waits.delete(run);
    if (this.waits.size > 0) return;
    this.leaveFeed?.();
    this.leaveFeed = undefined;
  }

  private wake(changed: string | undefined): void {
    for (const run of changed === undefined ? this.waits.keys() : [changed]) {
      for (const wait of this.waits.get(run) ?? []) wait.wake();
    }
  }
}
