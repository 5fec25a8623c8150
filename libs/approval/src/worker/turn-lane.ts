/** The runs whose turns a worker resumes at the same time. */
export class TurnLane {
  private readonly working = new Map<string, Promise<void>>();

  constructor(
    private readonly most: number,
    /** Called when a place becomes free after all were taken. */
    private readonly onFree: () => void,
  ) {}

  /** The number of free places. */
  get free(): number {
    return this.most - this.working.size;
  }

  has(run: string): boolean {
    return this.working.has(run);
  }

  /**
   * Takes a place for a run until its work ends, and waits for that. If the run has a place, it waits for that work
   * instead; if all places are taken, it does nothing.
   */
  start(run: string, work: () => Promise<void>): Promise<void> {
    const known = this.working.get(run);
    if (known || this.free === 0) return known ?? Promise.resolve();
    const end = (): void => {
      const wasFull = this.free === 0;
      this.working.delete(run);
      if (wasFull) this.onFree();
    };
    const working = work().finally(end);
    this.working.set(run, working);
    return working;
  }

  /** Waits for all work that has started. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.working.values());
  }
}
