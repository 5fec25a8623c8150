/** Lets calls of one key run one after the other, and those of others beside them. */
export class Turns {
  private readonly last = new Map<string, Promise<void>>();

  /** Whether none runs. */
  isFree(key: string): boolean {
    return !this.last.has(key);
  }

  /** Waits for the calls that have come up to now, however they end. */
  async settled(key: string): Promise<void> {
    await this.last.get(key);
  }

  /** Runs a call when those before it have ended, however they did. */
  async take<T>(key: string, call: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    const running = before ? before.then(call) : call();
    const ended: Promise<void> = running.then(
      () => this.leave(key, ended),
      () => this.leave(key, ended),
    );
    this.last.set(key, ended);
    return running;
  }

  private leave(key: string, ended: Promise<void>): void {
    if (this.last.get(key) === ended) this.last.delete(key);
  }
}
