import { startTimer, type TurnAbort } from '#core';
import { ChatTimeoutException } from '../errors/chat.errors.js';
import type { TurnListener } from '../contract/turn-listener.js';

/** The limits that may end a turn from outside. */
export interface TurnBounds {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * Lets a signal and a time limit end a turn, whichever comes first. The returned listener removes both at the end of
 * the turn.
 */
export const boundTurn = (abort: TurnAbort, bounds: TurnBounds, listener: TurnListener | undefined): TurnListener => {
  const unbind = bind(abort, bounds);
  return {
    part: listener?.part && ((part) => listener.part?.(part)),
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
  const unfollow = signal && abort.follow(signal);
  const timer =
    timeoutMs === undefined ? undefined : startTimer(timeoutMs, () => abort.abort(new ChatTimeoutException(timeoutMs)));
  if (timer) abort.checkTime = timer.check;
  return () => {
    unfollow?.();
    timer?.stop();
  };
};
