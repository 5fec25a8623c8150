import type { StreamPart } from 'toolgate/model';

/** Parts that come while somebody waits for something else. */
export interface PartQueue {
  push(part: StreamPart): void;
  /** Yields what is pushed until the promise settles, and returns what it gives. */
  until<T>(promise: Promise<T>): AsyncGenerator<StreamPart, T, void>;
}

/** Makes an empty queue for one reader; the parts belong to a round. */
export const partQueue = (round: number): PartQueue => {
  const parts: StreamPart[] = [];
  let wake = (): void => {};
  return {
    push(part) {
      parts.push({ round, ...part });
      wake();
    },
    async *until(promise) {
      let settled = false;
      const settle = (): void => {
        settled = true;
        wake();
      };
      promise.then(settle, settle);
      for (let next = 0; ;) {
        while (next < parts.length) yield parts[next++]!;
        if (settled) return promise;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
};
