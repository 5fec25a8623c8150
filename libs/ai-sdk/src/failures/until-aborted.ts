/** Waits for work until the signal aborts. A later result is passed to `discard`. */
export const untilAborted = <T>(
  work: PromiseLike<T>,
  signal: AbortSignal | undefined,
  discard: (late: T) => unknown = () => undefined,
): PromiseLike<T> => {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const leave = () => {
      reject(signal.reason);
      Promise.resolve(work)
        .then(discard)
        .catch(() => undefined);
    };
    const arrive = () => signal.removeEventListener('abort', leave);
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(
      (value) => {
        arrive();
        resolve(value);
      },
      (error) => {
        arrive();
        reject(error);
      },
    );
  });
};
