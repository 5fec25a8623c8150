import { RunDispatcher } from 'toolgate/approval';

/** Starts no sweep by itself: the worker sweeps when a test calls it. */
export class HandDispatcher extends RunDispatcher {
  /** The number of requested sweeps. */
  wakes = 0;
  private work?: () => Promise<number | undefined>;

  start(work: () => Promise<number | undefined>): void {
    this.work = work;
  }

  wake(): void {
    this.wakes += 1;
  }

  stop(): void {}

  /** Does the due work; returns the milliseconds until the next work is due. */
  async sweep(): Promise<number | undefined> {
    return this.work!();
  }
}
