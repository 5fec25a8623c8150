import { breathe } from './breathe.js';

/** How long one computes at a time, and how long in all, in milliseconds. */
const SLICE = 5;
const LONGEST = 200;

/** The time that a search may take for itself, so that no pattern keeps a process busy. */
export class SearchTime {
  private began = performance.now();
  private spent = 0;

  /** Whether others should have their turn. */
  isDue(): boolean {
    return performance.now() - this.began > SLICE;
  }

  /** Lets others have their turn; false where the time is over. */
  async goOn(): Promise<boolean> {
    this.spent += performance.now() - this.began;
    if (this.spent > LONGEST) return false;
    await breathe();
    this.began = performance.now();
    return true;
  }
}
