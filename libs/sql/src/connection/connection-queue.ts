/** Lets one caller at a time use the one connection of a file, in the order of their calls. */
export class ConnectionQueue {
  private isTaken = false;
  private readonly waiting: (() => void)[] = [];

  /** Resolves when the caller has the connection. */
  async take(): Promise<void> {
    if (this.isTaken) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.isTaken = true;
  }

  /** Passes the connection to the next caller. */
  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.isTaken = false;
  }
}
