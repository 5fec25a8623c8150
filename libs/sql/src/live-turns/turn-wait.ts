/** A reader that waits for parts. A wake-up before the wait ends it at once, so that none is lost. */
export class TurnWait {
  hasLeft = false;
  private isWoken = false;
  private wakeUp?: () => void;

  readonly wake = (): void => {
    this.isWoken = true;
    this.wakeUp?.();
  };

  /** Ends the wait of a reader that leaves. */
  leave(): void {
    this.hasLeft = true;
    this.wake();
  }

  /** Waits for a wake-up, but no longer than some milliseconds. */
  async atMost(ms: number): Promise<void> {
    if (!this.isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.wakeUp = undefined;
    }
    this.isWoken = false;
  }
}
