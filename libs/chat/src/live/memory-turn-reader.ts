import type { StreamPart } from 'toolgate/model';

/** A turn whose parts are in the memory of this process. */
export interface ReadableParts {
  readonly isOpen: boolean;
  /** The error for the readers of a turn that was given up; undefined otherwise. */
  readonly lost: Error | undefined;
  /** The readers that wait for parts. */
  readonly readers: Set<MemoryTurnReader>;
  /** Returns the parts from an index on. The list does not grow. */
  partsFrom(index: number): readonly StreamPart[];
}

type Step = IteratorResult<readonly StreamPart[], undefined>;

const DONE: Step = { done: true, value: undefined };

/** A reader of a `MemoryTurn`. An async generator, in its place, costs several promises for each list. */
export class MemoryTurnReader implements AsyncIterableIterator<readonly StreamPart[], undefined> {
  private waiting: Promise<Step> | undefined = undefined;
  private onStep: ((step: Step | Promise<never>) => void) | undefined = undefined;
  private hasLeft = false;

  constructor(
    private readonly turn: ReadableParts,
    private from: number,
  ) {}

  next(): Promise<Step> {
    const { waiting } = this;
    // One step after the other.
    if (waiting) return waiting.then(() => this.next());
    const step = this.step();
    if (step) return Promise.resolve(step);
    this.turn.readers.add(this);
    return (this.waiting = new Promise((resolve) => (this.onStep = resolve)));
  }

  async return(): Promise<Step> {
    this.hasLeft = true;
    this.wake();
    return DONE;
  }

  /** Looks for a step after the turn has changed. */
  wake(): void {
    const { onStep } = this;
    const step = onStep && this.step();
    if (!step) return;
    this.turn.readers.delete(this);
    this.onStep = undefined;
    this.waiting = undefined;
    onStep(step);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private step(): Step | Promise<never> | undefined {
    if (this.hasLeft) return DONE;
    const value = this.turn.partsFrom(this.from);
    if (value.length > 0) {
      this.from += value.length;
      return { done: false, value };
    }
    if (this.turn.lost) return Promise.reject(this.turn.lost);
    return this.turn.isOpen ? undefined : DONE;
  }
}
