import { startTimer } from './start-timer.js';

/** Settles as the promise does, or as `late` does if the promise takes more than `ms` milliseconds. */
export const within = async <T, L>(promise: PromiseLike<T>, ms: number, late: () => L): Promise<T | L> => {
  let timer = { stop: (): void => {} };
  const end = new Promise<void>((resolve) => {
    timer = startTimer(ms, resolve);
  });
  try {
    return await Promise.race([promise, end.then(late)]);
  } finally {
    timer.stop();
  }
};
