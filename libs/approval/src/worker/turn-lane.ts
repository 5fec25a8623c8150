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

  /** Takes a place for a run until its work ends. Does nothing if all places are taken, or if the run has one. */
  start(run: string, work: () => Promise<void>): void {
    if (this.free === 0 || this.has(run)) return;
    const end = (): void => {
      const wasFull = this.free === 0;
      this.working.delete(run);
      if (wasFull) this.onFree();
    };
    this.working.set(run, work().finally(end));
  }

  /** Waits for all work that has started. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.working.values());
  }
}
