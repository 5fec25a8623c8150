/** A clock that only a test advances. Pass `now` to a store: `new InMemoryApprovalStore(clock.now)`. */
export class VirtualClock {
  /** Returns the milliseconds since 1970. */
  readonly now = (): number => this.time;

  constructor(private time: number = Date.parse('2030-01-01T00:00:00Z')) {}

  /** Advances the clock by milliseconds, and returns the new time. */
  advance(ms: number): number {
    if (!(ms >= 0)) throw new RangeError(`advance(${ms}) is not a duration. Pass milliseconds of at least 0.`);
    return (this.time += ms);
  }
}
