/** Runs the calls of one key one after the other, and calls of different keys in parallel. */
export class KeyedQueue {
  private readonly last = new Map<string, Promise<void>>();

  /** Runs a call after all earlier calls have settled. */
  async take<T>(key: string, call: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    const running = before ? before.then(call) : call();
    const leave = (): void => {
      if (this.last.get(key) === ended) this.last.delete(key);
    };
    const ended: Promise<void> = running.then(leave, leave);
    this.last.set(key, ended);
    return running;
  }
}
