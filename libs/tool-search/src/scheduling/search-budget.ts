import { yieldToEventLoop } from './yield-to-event-loop.js';

/** The longest computation at a time, and in total, in milliseconds. */
const SLICE = 5;
const LONGEST = 200;

/** The time budget of a search, so that no pattern blocks the process. */
export class SearchBudget {
  private began = performance.now();
  private spent = 0;

  /** Returns whether the search should yield to the event loop. */
  isDue(): boolean {
    return performance.now() - this.began > SLICE;
  }

  /** Yields to the event loop; returns false if the budget is used up. */
  async proceed(): Promise<boolean> {
    this.spent += performance.now() - this.began;
    if (this.spent > LONGEST) return false;
    await yieldToEventLoop();
    this.began = performance.now();
    return true;
  }
}
