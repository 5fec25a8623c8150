/** Turns that their callers have left and that are being remembered still: what comes next in a conversation waits for them. */
export class ClosingTurns {
  private readonly known = new Map<string, Promise<unknown>>();

  /** Undefined where nothing is to be waited for. */
  of(conversation: string): Promise<unknown> | undefined {
    return this.known.get(conversation);
  }

  add(conversation: string, work: Promise<unknown>): void {
    const all = Promise.allSettled([this.known.get(conversation), work]).then(() => {
      if (this.known.get(conversation) === all) this.known.delete(conversation);
    });
    this.known.set(conversation, all);
  }
}
