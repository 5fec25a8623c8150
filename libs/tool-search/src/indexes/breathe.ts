import { setImmediate } from 'node:timers';

/** How long one computes before others have their turn, in milliseconds. */
const SLICE = 5;

let end = 0;
let turn: Promise<void> | undefined;

/** Waits for others to have their turn where the time of this one is over; all who index share one slice. */
export const breathe = async (): Promise<void> => {
  while (performance.now() > end) await (turn ??= nextTurn());
};

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      end = performance.now() + SLICE;
      resolve();
    });
  });
