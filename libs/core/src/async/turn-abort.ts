import { setMaxListeners } from 'node:events';

type Listener = (reason: unknown) => void;

/**
 * Ends a turn, or a part of one, at once. Works as an `AbortController` does, with synchronous listeners in addition, so
 * that the framework itself needs no signal: in a turn without I/O a signal costs more than everything else.
 */
export class TurnAbort {
  aborted = false;
  reason: unknown;
  /** Aborts if the time limit has expired while blocking code keeps timers from firing. */
  checkTime?: () => void;
  /** Each listener is called once, before the signal fires. Delete a listener that is no longer needed. */
  readonly listeners = new Set<Listener>();
  private readonly controller = new AbortController();

  /** The signal for providers, tools and other code outside the framework. */
  get signal(): AbortSignal {
    const { signal } = this.controller;
    // Every call of a batch may listen to it.
    allowListeners(signal);
    return signal;
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

  /** Aborts when the other one does. Returns a function that removes the listener. */
  follow(other: AbortSignal | TurnAbort): () => void {
    const abort = (): void => this.abort(other.reason);
    if (other.aborted) abort();
    if (other instanceof TurnAbort) {
      other.listeners.add(abort);
      return () => other.listeners.delete(abort);
    }
    // Any number of turns may follow one signal, and each removes its listener.
    allowListeners(other);
    other.addEventListener('abort', abort, { once: true });
    return () => other.removeEventListener('abort', abort);
  }
}

// Otherwise Node warns of a leak from the eleventh listener on.
const allowListeners = (signal: AbortSignal): void => {
  try {
    setMaxListeners(0, signal);
  } catch {
    // A signal of another implementation, such as that of jsdom, has no such limit.
  }
};

/** Settles as the promise does, or rejects with the reason of an abort that comes first. */
export const untilAborted = <T>(promise: PromiseLike<T>, abort: TurnAbort | undefined): Promise<T> => {
  if (!abort) return Promise.resolve(promise);
  return new Promise((resolve, reject) => {
    const { listeners } = abort;
    listeners.add(reject);
    // The promise has a listener even after an abort, because an unhandled rejection would end the process.
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
