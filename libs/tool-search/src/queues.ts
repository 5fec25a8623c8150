/** Lets calls of one key run one after the other, and those of others beside them. */
export class Queues {
  private readonly last = new Map<string, Promise<void>>();

  /** Whether none runs. */
  isFree(key: string): boolean {
    return !this.last.has(key);
  }

  /** Reads when the calls that have come up to now have ended, however they did, and before any that comes later runs. */
  async read<T>(key: string, read: () => T): Promise<T> {
    const before = this.last.get(key);
    return before ? before.then(read) : read();
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
