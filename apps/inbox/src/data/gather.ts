/** Receives things one by one, and passes them on together. */
export interface Gathering<T> {
  add(thing: T): void;
  stop(): void;
}

/**
 * Passes the first thing on at once, and what arrives meanwhile together: one call at a time, and at most one in
 * `pauseMs`. Of things with the same key, the last one counts.
 */
export const gather = <T>(
  keyOf: (thing: T) => string,
  pass: (things: readonly T[]) => Promise<unknown>,
  pauseMs = 500,
): Gathering<T> => {
  const waiting = new Map<string, T>();
  const end = new AbortController();
  let isBusy = false;
  const passAll = async (): Promise<void> => {
    isBusy = true;
    while (waiting.size > 0 && !end.signal.aborted) {
      const things = [...waiting.values()];
      waiting.clear();
      await Promise.all([pass(things).catch(() => undefined), pause(pauseMs)]);
    }
    isBusy = false;
  };
  return {
    add: (thing) => {
      waiting.set(keyOf(thing), thing);
      if (!isBusy) void passAll();
    },
    stop: () => end.abort(),
  };
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
