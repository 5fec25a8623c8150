import { startTimer } from 'toolgate/tool';
import type { ChatTurn, TurnEnd, TurnEnding } from './chat-turn.js';
import { ChatTimeoutException } from './chat.errors.js';

/** Has something done at the end of a turn, once, before the caller is told; of a turn that was left, as soon as that is known. */
export const atTurnEnd = (turn: ChatTurn, ending: TurnEnding): void => {
  turn.endings = [...(turn.endings ?? []), ending];
};

/** Does what is to be done at the end of a turn; undefined where that is nothing. */
export const endTurn = (turn: ChatTurn, end: TurnEnd): Promise<unknown> | undefined => {
  const { keeping } = turn;
  // It goes on another day.
  if (keeping?.suspended) return undefined;
  // Whoever leaves meanwhile leaves a turn that waits: to its end there is nothing to do yet.
  if (keeping?.suspending) return keeping.suspending.catch(() => {}).then(() => endTurn(turn, end));
  if (keeping?.resumed) {
    // Whoever holds the run says whether its endings are done: another process may, too.
    keeping.ended ??= keeping.resumed.end(end, () => inTime(turn, Promise.all(endingsOf(turn, end) ?? [])));
    return keeping.ended;
  }
  const doing = endingsOf(turn, end);
  // Of a turn that failed, the failure is told.
  return doing && (end.type === 'failed' ? Promise.allSettled(doing) : Promise.all(doing));
};

// A memory that never answers must not keep a run from others. An attempt that is over already has its time once more:
// its conversation still has to know what was done.
const inTime = <T>({ abort, keeping }: ChatTurn, work: Promise<T>): Promise<T> => {
  const { timeoutMs } = keeping!;
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
  // Async, so that one that throws at once rejects: nobody stands around it where a turn was left.
  return endings.map(async (ending) => ending(end));
};
