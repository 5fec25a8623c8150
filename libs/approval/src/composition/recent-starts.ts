interface Starts {
  /** The start time of each call, in order. */
  readonly times: Map<string, number>;
  last: number;
}

/** Counts recent starts by key, and forgets those outside the period. */
export class RecentStarts {
  // In the order of the last start, so that the oldest keys come first.
  private readonly byKey = new Map<string, Starts>();

  constructor(
    private readonly calls: number,
    private readonly per: number,
  ) {}

  /** The number of keys. */
  get size(): number {
    return this.byKey.size;
  }

  /** Counts a call and returns true, unless it would exceed the limit. The same call counts once. */
  admit(key: string, call: string, now: number): boolean {
    this.forget(now);
    const starts = this.byKey.get(key) ?? { times: new Map<string, number>(), last: now };
    for (const [old, time] of starts.times) {
      if (!this.isOver(time, now)) break;
      starts.times.delete(old);
    }
    if (starts.times.has(call)) return true;
    if (starts.times.size >= this.calls) return false;
    starts.times.set(call, now);
    starts.last = now;
    this.byKey.delete(key);
    this.byKey.set(key, starts);
    return true;
  }

  private forget(now: number): void {
    for (const [key, { last }] of this.byKey) {
      if (!this.isOver(last, now)) break;
      this.byKey.delete(key);
    }
  }

  private isOver(time: number, now: number): boolean {
    return now - time >= this.per;
  }
}
