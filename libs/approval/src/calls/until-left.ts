import { TurnAbort, untilAborted } from '#core';

/** A call whose caller may leave. */
export interface LeavableCall {
  /** Ends the call. */
  readonly abort: TurnAbort;
  /** Whether the call is being saved or is saved: then it continues without its caller. */
  readonly isKept: () => boolean;
}

/** Waits for a call until its caller aborts. A call that is not saved is aborted then; a saved one continues. */
export const untilLeft = async <T>(
  running: Promise<T>,
  signal: AbortSignal | undefined,
  { abort, isKept }: LeavableCall,
): Promise<T> => {
  if (!signal) return running;
  const left = new TurnAbort();
  left.listeners.add((reason) => {
    if (!isKept()) abort.abort(reason);
  });
  const unfollow = left.follow(signal);
  try {
    return await untilAborted(running, left);
  } finally {
    unfollow();
  }
};
