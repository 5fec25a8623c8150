/** The clock of a store: that of the machine, and what a test adds to it. */
export class ShopClock {
  private shiftMs = 0;

  /** Returns the milliseconds since 1970. */
  readonly now = (): number => Date.now() + this.shiftMs;

  /** Does something at another time, such as -3,600,000: an hour ago. */
  async at<T>(shiftMs: number, work: () => Promise<T>): Promise<T> {
    const before = this.shiftMs;
    this.shiftMs = shiftMs;
    try {
      return await work();
    } finally {
      this.shiftMs = before;
    }
  }

  /** Lets time pass at once. */
  advance(ms: number): void {
    this.shiftMs += ms;
  }
}
