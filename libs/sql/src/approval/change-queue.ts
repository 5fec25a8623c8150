import { within } from '#core';
import { StoreUnavailableException } from 'toolgate/approval';
import { SqlException } from '../errors/sql.errors.js';

/** Runs the changes of one run one after the other in this process, so that waiting changes use no connection. */
export class ChangeQueue {
  private readonly tails = new Map<string, Promise<void>>();

  /** @param timeoutMs how long a change waits for its turn, in milliseconds; 0 for no limit */
  constructor(private readonly timeoutMs: number) {}

  /**
   * Runs a change when its turn comes. Throws `StoreUnavailableException`, without starting the change, if that takes
   * too long.
   */
  async run<T>(run: string, act: () => Promise<T>): Promise<T> {
    let leave!: () => void;
    const left = new Promise<void>((resolve) => (leave = resolve));
    const before = this.tails.get(run);
    const tail = before ? before.then(() => left) : left;
    this.tails.set(run, tail);
    void tail.then(() => {
      if (this.tails.get(run) === tail) this.tails.delete(run);
    });
    try {
      if (before) await this.turn(run, before);
      return await act();
    } finally {
      leave();
    }
  }

  private turn(run: string, before: Promise<void>): Promise<void> {
    return within(before, this.timeoutMs || Infinity, () => {
      throw tooLate(run, this.timeoutMs);
    });
  }
}

const tooLate = (run: string, ms: number): StoreUnavailableException =>
  new StoreUnavailableException(
    new SqlException(`Other changes of the run ${run} have not ended within ${ms} ms. Check what holds its row.`),
  );
