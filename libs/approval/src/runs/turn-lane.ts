/** The runs whose turns a worker resumes at once. */
export class TurnLane {
  private readonly working = new Map<string, Promise<void>>();

  constructor(
    private readonly most: number,
    /** Called when a place is free again after all were taken. */
    private readonly onFree: () => void,
  ) {}

  /** How many places are free. */
  get free(): number {
    return this.most - this.working.size;
  }

  has(run: string): boolean {
    return this.working.has(run);
  }

  /** Takes a place for a run until the work ends; does nothing if all are taken, or if the run has one. */
  start(run: string, work: () => Promise<void>): void {
    if (this.free === 0 || this.has(run)) return;
    const end = (): void => {
      const wasFull = this.free === 0;
      this.working.delete(run);
      if (wasFull) this.onFree();
    };
    this.working.set(run, work().finally(end));
  }

  /** Waits for the work that has begun. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.working.values());
  }
}
