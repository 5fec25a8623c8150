import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { PulledStream } from './pulled-stream.js';
import type { Steps, Yielded } from './steps.js';

type Way = 'next' | 'throw' | 'return';

/** Steps that run, and the stream that they belong to; the outermost ones belong to none. */
interface Level {
  readonly steps: Steps<unknown>;
  readonly stream: PulledStream | undefined;
}

/**
 * Steps, and the steps of the streams that they read. Only the innermost ones are resumed: with `yield*`, each value
 * would pass through all steps around them.
 */
export class NestedSteps<T> {
  private readonly around: Level[] = [];
  private innermost: Level;

  constructor(steps: Steps<T>) {
    this.innermost = { steps, stream: undefined };
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
      const { steps, stream } = this.innermost;
      try {
        const step = resumed(steps, way, value);
        if (step.done && !stream) return step as IteratorReturnResult<T>;
        if (!step.done && !this.enter(step.value)) return step;
        value = step.done ? this.leave(step.value) : undefined;
        if (!step.done || way === 'throw') way = 'next';
      } catch (error) {
        if (!stream) throw error;
        this.innermost = this.around.pop()!;
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
    this.around.push(this.innermost);
    this.innermost = { steps, stream };
    return true;
  }

  /** Continues around the innermost steps, and returns their response. */
  private leave(value: unknown): unknown {
    const { stream } = this.innermost;
    const response = stream?.checked ? stream.checked(value as ChatClientResponse) : value;
    this.innermost = this.around.pop()!;
    return response;
  }
}

const resumed = (steps: Steps<unknown>, way: Way, value: unknown): IteratorResult<Yielded, unknown> => {
  if (way === 'next') return steps.next(value);
  return way === 'throw' ? steps.throw(value) : steps.return(value);
};
