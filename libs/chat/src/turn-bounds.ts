import { startTimer, type TurnAbort } from 'toolgate/tool';
import { ChatClientException, ChatTimeoutException } from './chat.errors.js';
import type { TurnListener } from './turn-listener.js';

/** What may end a turn from outside. */
export interface TurnBounds {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** Lets a signal and a time limit end a turn, whichever comes first. Its listener takes both back at the end of the turn. */
export const boundTurn = (abort: TurnAbort, bounds: TurnBounds, listener: TurnListener | undefined): TurnListener => {
  const unbind = bind(abort, bounds);
  return {
    resolve: (response) => {
      unbind();
      listener?.resolve(response);
    },
    reject: (error) => {
      unbind();
      listener?.reject(error);
    },
  };
};

const bind = (abort: TurnAbort, { signal, timeoutMs }: TurnBounds): (() => void) => {
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
