import { SEAM } from 'toolgate/model';

/** Wakes the worker that resumes runs. A lost wake-up only delays a run, because the store knows what is due. */
export abstract class RunDispatcher {
  static readonly [SEAM]: string = 'RunDispatcher';

  /**
   * Calls `work` again and again. `work` does everything that is due, and returns in how many milliseconds it must be
   * called again.
   */
  abstract start(work: () => Promise<number | undefined>): void;
  /** Calls `work` soon, because a run may be due. */
  abstract wake(): void;
  /** Stops calling `work`. */
  abstract stop(): void;
}
