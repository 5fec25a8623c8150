/** Removes old turns some time after a turn was opened, and again while there are others. */
export class TurnSweeper {
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly keepMs: number,
    private readonly sweep: () => Promise<boolean>,
  ) {}

  plan(): void {
    if (this.timer) return;
    this.timer = setTimeout(() => void this.run(), this.keepMs);
    this.timer.unref();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    let hasMore = false;
    try {
      hasMore = await this.sweep();
    } catch {
      // The turns stay for the next sweep.
    }
    this.timer = undefined;
    if (hasMore) this.plan();
  }
}
