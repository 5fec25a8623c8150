import { ignore, type TurnAbort } from '#core';
import type { StreamPart } from 'toolgate/model';
import { settled, type Steps } from './steps.js';

/** Parts of one round that arrive while a promise is pending, for one reader. */
export class PartQueue {
  private readonly parts: StreamPart[] = [];
  private wake: () => void = ignore;

  constructor(
    private readonly round: number,
    private readonly abort?: TurnAbort,
  ) {}

  push(part: StreamPart): void {
    this.parts.push({ round: this.round, ...part });
    this.wake();
  }

  /**
   * Yields the pushed parts until the promise settles, and returns its value. After an abort it yields no more parts: the
   * turn would end at the next one, before its batch has recorded the results.
   */
  *until<T>(promise: Promise<T>): Steps<T> {
    let isSettled = false;
    const onSettled = (): void => {
      isSettled = true;
      this.wake();
    };
    promise.then(onSettled, onSettled);
    for (let next = 0; ;) {
      while (next < this.parts.length && !this.abort?.aborted) yield this.parts[next++]!;
      if (isSettled) return settled(promise, yield promise);
      yield new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
