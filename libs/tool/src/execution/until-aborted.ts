type Reject = (reason: unknown) => void;

// One listener a signal: adding and removing one for each await costs more than the awaits.
const waiting = new WeakMap<AbortSignal, Set<Reject>>();

const waitersOf = (signal: AbortSignal): Set<Reject> => {
  let set = waiting.get(signal);
  if (!set) {
    set = new Set();
    waiting.set(signal, set);
    const rejects = set;
    signal.addEventListener('abort', () => rejects.forEach((reject) => reject(signal.reason)), { once: true });
  }
  return set;
};

/** A promise's outcome, or the signal's reason where the signal fires first. */
export const untilAborted = <T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return Promise.resolve(promise);
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const rejects = waitersOf(signal);
    rejects.add(reject);
    promise.then(
      (value) => {
        rejects.delete(reject);
        resolve(value);
      },
      (reason) => {
        rejects.delete(reject);
        reject(reason);
      },
    );
  });
};
