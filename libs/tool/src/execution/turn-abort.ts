type Listener = (reason: unknown) => void;

/**
 * Ends a turn, or a part of one, at once. It is what an `AbortController` is, with a signal that is made when somebody
 * asks for it: in a turn without I/O that costs more than everything else.
 */
export class TurnAbort {
  aborted = false;
  reason: unknown;
  /** Aborts it if its time is over, where something keeps timers from firing. */
  checkTime?: () => void;
  /** Who is told, once, before the signal fires. Delete what no longer matters. */
  readonly listeners = new Set<Listener>();
  private readonly controller = new AbortController();

  /** For providers, tools and everything else that is not of this package. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.listeners) listener(reason);
    this.controller.abort(reason);
  }

  throwIfAborted(): void {
    this.checkTime?.();
    if (this.aborted) throw this.reason;
  }

  /** Is aborted with a signal; what it returns cuts the two apart. */
  follow(signal: AbortSignal): () => void {
    const abort = (): void => this.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    return () => signal.removeEventListener('abort', abort);
  }
}

/** A promise's outcome, or the reason of an abort where that comes first. */
export const untilAborted = <T>(promise: PromiseLike<T>, abort: TurnAbort | undefined): Promise<T> => {
  if (!abort) return Promise.resolve(promise);
  return new Promise((resolve, reject) => {
    const { listeners } = abort;
    listeners.add(reject);
    // The promise is listened to all the same: nobody else does, and its rejection must not end the process.
    if (abort.aborted) reject(abort.reason);
    promise.then(
      (value) => {
        listeners.delete(reject);
        resolve(value);
      },
      (reason) => {
        listeners.delete(reject);
        reject(reason);
      },
    );
  });
};
