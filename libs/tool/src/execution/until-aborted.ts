type Listener = (reason: unknown) => void;

const listeners = new WeakMap<AbortSignal, Set<Listener>>();

/**
 * Who is told when a signal fires: add to the set, and delete when it no longer matters. One event listener serves all,
 * because adding and removing one for each await costs more than the awaits.
 */
export const abortListeners = (signal: AbortSignal): Set<Listener> => {
  const known = listeners.get(signal);
  if (known) return known;
  const set = new Set<Listener>();
  listeners.set(signal, set);
  const tell = (): void => set.forEach((listener) => listener(signal.reason));
  signal.addEventListener('abort', tell, { once: true });
  return set;
};

/** A promise's outcome, or the signal's reason where the signal fires first. */
export const untilAborted = <T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return Promise.resolve(promise);
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const waiting = abortListeners(signal);
    waiting.add(reject);
    promise.then(
      (value) => {
        waiting.delete(reject);
        resolve(value);
      },
      (reason) => {
        waiting.delete(reject);
        reject(reason);
      },
    );
  });
};
