/** What must be closed at the end, however the cluster ends. */
export class Closing {
  private readonly open: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.open.push(close);
  }

  /** Closes the last part first, because it uses the earlier ones. A part that fails does not stop the others. */
  async closeAll(): Promise<void> {
    for (let close = this.open.pop(); close; close = this.open.pop()) {
      await close().catch((error: unknown) => console.error(error));
    }
  }
}
