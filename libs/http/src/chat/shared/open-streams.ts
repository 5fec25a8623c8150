import { within } from '#core';

/** The last text of a stream that ends before its turn, because the application stops. */
export const SHUTTING_DOWN = 'The server shuts down before the end of the answer. Read the turn again.';

const LAST_PARTS_MS = 1000;

/** The streams of turns that have readers. */
export class OpenStreams {
  private readonly ends = new Set<Promise<void>>();

  /** Adds a stream; `end` resolves when it has ended. */
  add(end: Promise<void>): void {
    this.ends.add(end);
    void end.then(() => this.ends.delete(end));
  }

  /** Waits a second at most, so that the readers of turns that have just ended receive the last parts. */
  async untilRead(): Promise<void> {
    await within(Promise.all(this.ends), LAST_PARTS_MS, () => {});
  }
}
