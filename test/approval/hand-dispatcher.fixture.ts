import { RunDispatcher } from 'toolgate/approval';

/** Wakes nothing by itself: the worker sweeps when a test says so. */
export class HandDispatcher extends RunDispatcher {
  /** How often something asked for a sweep. */
  wakes = 0;
  private work?: () => Promise<number | undefined>;

  start(work: () => Promise<number | undefined>): void {
    this.work = work;
  }

  wake(): void {
    this.wakes += 1;
  }

  stop(): void {}

  /** Does what is due; returns in how many milliseconds more will be. */
  async sweep(): Promise<number | undefined> {
    return this.work!();
  }
}
