import { SEAM } from 'toolgate/model';

/** Wakes what goes on with runs. A wake-up that gets lost only makes them late: what is due stands in the store. */
export abstract class RunDispatcher {
  static readonly [SEAM]: string = 'RunDispatcher';

  /** Has everything done that is due, again and again; what is done tells in how many milliseconds more will be. */
  abstract start(work: () => Promise<number | undefined>): void;
  /** Something may be due now. */
  abstract wake(): void;
  /** Nothing is begun any more behind it. */
  abstract stop(): void;
}
