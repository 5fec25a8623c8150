/** Runs the calls of one key one after the other, and calls of different keys in parallel. */
export class KeyedQueue {
  private readonly last = new Map<string, Promise<void>>();

  /** Returns whether no call of the key runs. */
  isFree(key: string): boolean {
    return !this.last.has(key);
  }

  /** Reads after all earlier calls have settled, and before any later call runs. */
  async read<T>(key: string, read: () => T): Promise<T> {
    const before = this.last.get(key);
    return before ? before.then(read) : read();
  }

  /** Runs a call after all earlier calls have settled. */
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
