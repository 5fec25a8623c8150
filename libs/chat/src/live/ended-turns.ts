/** Turns that have ended, oldest first. Each is removed after a time, by one timer for all of them. */
export class EndedTurns {
  private readonly endedAt = new Map<string, number>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly keepMs: number,
    private readonly remove: (run: string) => void,
  ) {}

  add(run: string): void {
    this.endedAt.set(run, performance.now());
    if (!this.timer) this.removeIn(this.keepMs);
  }

  /** Keeps a turn that was opened again. */
  delete(run: string): void {
    this.endedAt.delete(run);
  }

  /** Removes the oldest turn. Returns `false` if there is none. */
  removeOldest(): boolean {
    const [run] = this.endedAt.keys();
    if (run === undefined) return false;
    this.endedAt.delete(run);
    this.remove(run);
    return true;
  }

  /** Removes all turns. */
  clear(): void {
    clearTimeout(this.timer);
    while (this.removeOldest());
  }

  private removeIn(ms: number): void {
    this.timer = setTimeout(() => this.removeExpired(), ms);
    this.timer.unref();
  }

  private removeExpired(): void {
    const before = performance.now() - this.keepMs;
    this.timer = undefined;
    for (const endedAt of this.endedAt.values()) {
      if (endedAt > before) return this.removeIn(endedAt - before);
      this.removeOldest();
    }
  }
}
