import type { StreamPart } from 'toolgate/model';
import type { Steps } from './steps.js';

/** Parts that come while somebody waits for something else, for one reader; they belong to a round. */
export class PartQueue {
  private readonly parts: StreamPart[] = [];
  private wake: () => void = ignore;

  constructor(private readonly round: number) {}

  push(part: StreamPart): void {
    this.parts.push({ round: this.round, ...part });
    this.wake();
  }

  /** Yields what is pushed until the promise settles, and returns what it gives. */
  *until<T>(promise: Promise<T>): Steps<T> {
    let settled = false;
    const settle = (): void => {
      settled = true;
      this.wake();
    };
    promise.then(settle, settle);
    for (let next = 0; ;) {
      while (next < this.parts.length) yield this.parts[next++]!;
      if (settled) return (yield promise) as T;
      yield new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

const ignore = (): void => {};
