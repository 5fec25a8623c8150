/** The runs whose turns a worker resumes at the same time. */
export class TurnLane {
  private readonly working = new Map<string, Promise<void>>();

  constructor(
    private readonly most: number,
    /** Called when a place becomes free, and whether all were taken before. */
    private readonly onFree: (wasFull: boolean) => void,
  ) {}

  /** The number of free places. */
  get free(): number {
    return this.most - this.working.size;
  }

  has(run: string): boolean {
    return this.working.has(run);
  }

  /** Takes a place for a run until its work ends, and waits for that. The run must not have a place, and one must be free. */
  start(run: string, work: () => Promise<void>): Promise<void> {
    const end = (): void => {
      const wasFull = this.free === 0;
      this.working.delete(run);
      this.onFree(wasFull);
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
