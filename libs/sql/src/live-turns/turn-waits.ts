/** A reader that waits for parts. A wake-up before the wait ends it at once, so that none is lost. */
export class TurnWait {
  private isWoken = false;
  private wakeUp?: () => void;

  readonly wake = (): void => {
    this.isWoken = true;
    this.wakeUp?.();
  };

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

/** The readers of this process, by the turns that they read. */
export class TurnWaits {
  private readonly waits = new Map<string, Set<TurnWait>>();

  /** Adds a reader of a turn. */
  enter(run: string): TurnWait {
    const wait = new TurnWait();
    const waits = this.waits.get(run) ?? new Set();
    this.waits.set(run, waits.add(wait));
    return wait;
  }

  leave(run: string, wait: TurnWait): void {
    const waits = this.waits.get(run);
    waits?.delete(wait);
    if (waits?.size === 0) this.waits.delete(run);
  }

  wake(run: string): void {
    for (const wait of this.waits.get(run) ?? []) wait.wake();
  }

  wakeAll(): void {
    for (const run of this.waits.keys()) this.wake(run);
  }
}
