import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { PulledStream } from './pulled-stream.js';
import type { Steps, Yielded } from './steps.js';

type Way = 'next' | 'throw' | 'return';

/** Steps that run; the outermost ones have nothing around them, and belong to no stream. */
interface Level {
  readonly steps: Steps<unknown>;
  readonly stream: PulledStream | undefined;
  readonly around: Level | undefined;
}

/**
 * Steps, and the steps of the streams that they read. Only the innermost ones are resumed: with `yield*`, each value
 * would pass through all steps around them.
 */
export class NestedSteps<T> {
  private innermost: Level;

  constructor(steps: Steps<T>) {
    this.innermost = { steps, stream: undefined, around: undefined };
  }

  /** Continues with the value of the last promise, or the response of the last stream. */
  next(value?: unknown): IteratorResult<Yielded, T> {
    return this.resume('next', value);
  }

  /** Continues with an error, which the innermost steps receive first. */
  throw(error: unknown): IteratorResult<Yielded, T> {
    return this.resume('throw', error);
  }

  /** Ends the steps early, the innermost ones first. */
  return(value: T): IteratorResult<Yielded, T> {
    return this.resume('return', value);
  }

  private resume(first: Way, received: unknown): IteratorResult<Yielded, T> {
    let way = first;
    let value = received;
    for (;;) {
      const { steps, around } = this.innermost;
      try {
        const step = resumed(steps, way, value);
        if (step.done && !around) return step as IteratorReturnResult<T>;
        if (!step.done && !this.enter(step.value)) return step;
        value = step.done ? this.leave(step.value, way) : undefined;
        if (!step.done || way === 'throw') way = 'next';
      } catch (error) {
        if (!around) throw error;
        this.innermost = around;
        way = 'throw';
        value = error;
      }
    }
  }

  /** Continues with the steps of a stream; returns false if there are none, so that the driver has to read it. */
  private enter(yielded: Yielded): boolean {
    const stream = yielded instanceof PulledStream ? yielded : undefined;
    const steps = stream?.steps?.();
    if (!steps) return false;
    this.innermost = { steps, stream, around: this.innermost };
    return true;
  }

  /** Continues around the innermost steps, and returns their response. Steps that end early have no response to check. */
  private leave(value: unknown, way: Way): unknown {
    const { stream, around } = this.innermost;
    if (around) this.innermost = around;
    return stream?.checked && way !== 'return' ? stream.checked(value as ChatClientResponse) : value;
  }
}

const resumed = (steps: Steps<unknown>, way: Way, value: unknown): IteratorResult<Yielded, unknown> => {
  if (way === 'next') return steps.next(value);
  return way === 'throw' ? steps.throw(value) : steps.return(value);
};
