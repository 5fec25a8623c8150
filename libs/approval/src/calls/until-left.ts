import { TurnAbort, untilAborted } from '#core';

/** A call whose caller may leave. */
interface LeavableCall {
  /** Ends the call. */
  readonly abort: TurnAbort;
  /** Whether the call is being saved or is saved: then it continues without its caller. */
  readonly isKept: () => boolean;
}

/** Waits for a call until its caller aborts. A call that is not saved is aborted then; a saved one continues. */
export const untilLeft = <T>(running: Promise<T>, signal: AbortSignal | undefined, call: LeavableCall): Promise<T> =>
  signal ? untilEitherEnds(running, signal, call) : running;

const untilEitherEnds = async <T>(
  running: Promise<T>,
  signal: AbortSignal,
  { abort, isKept }: LeavableCall,
): Promise<T> => {
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
