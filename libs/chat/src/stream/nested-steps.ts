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
        if (!step.done) {
          const inner = step.value instanceof PulledStream ? step.value.steps?.() : undefined;
          if (!inner) return step;
          this.around.push(this.innermost);
          this.innermost = { steps: inner, stream: step.value as PulledStream };
          way = 'next';
          value = undefined;
          continue;
        }
        if (!stream) return step as IteratorReturnResult<T>;
        value = stream.checked ? stream.checked(step.value as ChatClientResponse) : step.value;
        if (way === 'throw') way = 'next';
      } catch (error) {
        if (!stream) throw error;
        way = 'throw';
        value = error;
      }
      this.innermost = this.around.pop()!;
    }
  }
}

const resumed = (steps: Steps<unknown>, way: Way, value: unknown): IteratorResult<Yielded, unknown> => {
  if (way === 'next') return steps.next(value);
  return way === 'throw' ? steps.throw(value) : steps.return(value);
};
