const MOST = 10_000;
const FORGETS_EACH_MS = 1000;

/** The runs that this process skips for a while, so that not every sweep loads them. It remembers at most 10,000. */
export class SkippedRuns {
  private readonly until = new Map<string, number>();
  private forgetsAt = 0;

  has(run: string): boolean {
    return (this.until.get(run) ?? 0) > performance.now();
  }

  /** Skips a run for some milliseconds, unless too many are already skipped. */
  add(run: string, ms: number): void {
    const now = performance.now();
    if (this.until.size >= MOST) this.forget(now);
    // If the oldest one were removed instead, every sweep would load all of them again.
    if (this.until.size < MOST) this.until.set(run, now + ms);
  }

  /** Returns the skipped runs, at most `most` of them. */
  list(most: number): readonly string[] {
    const now = performance.now();
    return [...this.until]
      .filter(([, until]) => until > now)
      .slice(0, most)
      .map(([run]) => run);
  }

  private forget(now: number): void {
    if (now < this.forgetsAt) return;
    this.forgetsAt = now + FORGETS_EACH_MS;
    for (const [run, until] of this.until) if (until <= now) this.until.delete(run);
  }
}
