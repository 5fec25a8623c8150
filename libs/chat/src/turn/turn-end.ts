import { startTimer } from '#core';
import type { ChatTurn } from '../contract/chat-turn.js';
import type { TurnEnd, TurnEnding } from '../contract/turn-ending.js';
import { ChatTimeoutException } from '../errors/chat.errors.js';

/**
 * Registers a callback for the end of a turn. It runs once, before the caller receives the outcome; for an abandoned
 * turn, as soon as the turn is abandoned.
 */
export const atTurnEnd = (turn: ChatTurn, ending: TurnEnding): void => {
  turn.endings = [...(turn.endings ?? []), ending];
};

/** Runs the callbacks for the end of a turn; returns undefined if there are none. */
export const endTurn = (turn: ChatTurn, end: TurnEnd): Promise<unknown> | undefined => {
  const { durable } = turn;
  // A suspended turn has not ended.
  if (durable?.suspended) return undefined;
  // A reader that leaves now leaves a suspended turn, which has not ended.
  if (durable?.suspending) return durable.suspending.catch(() => {}).then(() => endTurn(turn, end));
  if (durable?.resumed) {
    // The process with the lease of the run decides whether the callbacks run; that may be another process.
    durable.ended ??= durable.resumed.end(end, () =>
      inTime(turn, durable.timeoutMs, Promise.all(endingsOf(turn, end) ?? [])),
    );
    return durable.ended;
  }
  const doing = endingsOf(turn, end);
  if (!doing) return undefined;
  // A failed turn reports its own failure, not that of a callback.
  if (end.type === 'failed') return Promise.allSettled(doing);
  return doing.length === 1 ? doing[0] : Promise.all(doing);
};

// A memory that never answers must not block a run for other processes. An attempt that has exceeded its limit gets the
// same time once more, because its conversation must record its results.
const inTime = <T>({ abort }: ChatTurn, timeoutMs: number | undefined, work: Promise<T>): Promise<T> => {
  if (timeoutMs === undefined) return work;
  return new Promise((resolve, reject) => {
    const ring = (reason: unknown = new ChatTimeoutException(timeoutMs)): void => {
      if (reason instanceof ChatTimeoutException) reject(reason);
    };
    const timer = abort?.aborted ? startTimer(timeoutMs, ring) : undefined;
    abort?.listeners.add(ring);
    const stop = (): void => {
      timer?.stop();
      abort?.listeners.delete(ring);
    };
    work.finally(stop).then(resolve, reject);
  });
};

const endingsOf = (turn: ChatTurn, end: TurnEnd): readonly Promise<void>[] | undefined => {
  const { endings } = turn;
  if (!endings) return undefined;
  turn.endings = undefined;
  // Async, so that a callback that throws synchronously rejects: an abandoned turn has no caller that would catch the
  // error.
  return endings.map(async (ending) => ending(end));
};
