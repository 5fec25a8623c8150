import { startTimer, type TurnAbort } from 'toolgate/tool';
import { ChatClientException, ChatTimeoutException } from './chat.errors.js';

/** What may end a turn from outside. */
export interface TurnBounds {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** Lets a signal and a time end a turn, whichever comes first; what it returns takes both back. */
export const boundTurn = (abort: TurnAbort, { signal, timeoutMs }: TurnBounds): (() => void) => {
  assertTimeout(timeoutMs);
  const unfollow = signal && abort.follow(signal);
  const timer =
    timeoutMs === undefined ? undefined : startTimer(timeoutMs, () => abort.abort(new ChatTimeoutException(timeoutMs)));
  if (timer) abort.checkTime = timer.check;
  return () => {
    unfollow?.();
    timer?.stop();
  };
};

/** Gives a time back; none is `Infinity`. Throws `ChatClientException` for what is no time. */
export const assertTimeout = <T extends number | undefined>(timeoutMs: T): T => {
  if (timeoutMs === undefined || (typeof timeoutMs === 'number' && timeoutMs > 0)) return timeoutMs;
  throw new ChatClientException(`A turn cannot have ${String(timeoutMs)} as its time: give milliseconds above 0.`);
};
