import { setImmediate } from 'node:timers';

/** The longest computation before other work runs, in milliseconds. */
const SLICE = 5;

let end = 0;
let turn: Promise<void> | undefined;

/** Yields to the event loop if the current time slice is over; all indexing shares one slice. */
export const yieldToEventLoop = async (): Promise<void> => {
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
