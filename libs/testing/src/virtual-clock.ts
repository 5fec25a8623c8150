/** A clock that stands still until a test moves it; `now` is what stores are given: `new InMemoryApprovalStore(clock.now)`. */
export class VirtualClock {
  /** Milliseconds since 1970. */
  readonly now = (): number => this.time;

  constructor(private time: number = Date.parse('2030-01-01T00:00:00Z')) {}

  /** Lets some milliseconds pass; gives the time it is then. */
  advance(ms: number): number {
    if (!(ms >= 0)) throw new RangeError(`Time does not go back, and ${ms} ms is no time that passes.`);
    return (this.time += ms);
  }
}
