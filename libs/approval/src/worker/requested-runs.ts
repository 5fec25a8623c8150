import type { TurnLane } from './turn-lane.js';

interface Request {
  readonly done: Promise<void>;
  readonly resolve: (done?: Promise<void>) => void;
}

/** The runs that a caller requested to resume. Each waits for a free place, and for its own earlier attempt. */
export class RequestedRuns {
  private readonly waiting = new Map<string, Request>();

  constructor(
    private readonly turns: TurnLane,
    /** Makes one attempt. It never rejects. */
    private readonly attempt: (run: string) => Promise<void>,
  ) {}

  /** Waits until an attempt to resume a run has ended. */
  add(run: string): Promise<void> {
    const request = this.waiting.get(run) ?? newRequest();
    this.waiting.set(run, request);
    this.startNext();
    return request.done;
  }

  /** Starts the runs for which a place is free. */
  startNext(): void {
    for (const [run, { resolve }] of this.waiting) {
      if (this.turns.free === 0) return;
      // The earlier attempt may have ended in the store, and the reply has not arrived yet.
      if (this.turns.has(run)) continue;
      this.waiting.delete(run);
      resolve(this.turns.start(run, () => this.attempt(run)));
    }
  }

  /** Forgets the runs that wait. */
  clear(): void {
    for (const { resolve } of this.waiting.values()) resolve();
    this.waiting.clear();
  }
}

const newRequest = (): Request => {
  let resolve!: Request['resolve'];
  const done = new Promise<void>((settle) => (resolve = settle));
  return { done, resolve };
};
