import { ignore, within } from '#core';

/** Requests to the service for which no call waits. */
export class Background {
  private readonly running = new Set<Promise<void>>();
  private readonly end = new AbortController();

  /**
   * Starts work. Its signal aborts after `ms` milliseconds, or when the time of `finish` is over. An error is ignored.
   */
  start(ms: number, work: (signal: AbortSignal) => Promise<void>): void {
    const signal = AbortSignal.any([this.end.signal, AbortSignal.timeout(ms)]);
    const running = work(signal).catch(ignore);
    this.running.add(running);
    void running.then(() => this.running.delete(running));
  }

  /** Waits for the running work, for at most `ms` milliseconds, and aborts the rest. */
  async finish(ms: number): Promise<void> {
    await within(this.idle(), ms, () => this.end.abort(new Error('The application is closing.')));
  }

  private async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
