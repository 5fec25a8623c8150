import type { StreamPart } from 'toolgate/model';
import type { LoggedTurn, PartLists, TurnLog } from '../contract/turn-log.js';
import type { TurnListener } from '../contract/turn-listener.js';
import type { BusyRun, FreeRun } from '../contract/turn-persistence.js';
import { type ReadableTurn, readToEnd, type TurnStep } from './readable-turn.js';
import type { Seen } from './saved-outcome.js';

/** A run that another reader or process resumes, and its follower. */
interface FollowedRun {
  readonly run: string;
  readonly busy: BusyRun;
  readonly log: TurnLog;
  /** Opens the run for the follower when no other process resumes it. */
  readonly open: (found: FreeRun, seen: Seen) => Promise<ReadableTurn>;
  readonly listener: TurnListener;
}

/** Waits until no other process resumes a run. */
export const whenFree = async (busy: BusyRun, signal: AbortSignal): Promise<FreeRun> => {
  for (let next = busy; ;) {
    await next.changed(signal);
    const found = await next.retry();
    if (found.type !== 'busy') return found;
    next = found;
  }
};

/** Follows a run: the parts of each attempt, as far as the log has them, and then the outcome. */
export const followRun = (followed: FollowedRun, signal: AbortSignal): ReadableTurn => {
  const { run, listener } = followed;
  const parts = partsUntilFree(followed, signal);
  let free: ReadableTurn | undefined;
  const next = async (): Promise<TurnStep> => {
    if (free) return free.next();
    try {
      const step = await parts.next();
      if (!step.done) return step;
      free = step.value;
    } catch (error) {
      listener.reject(error);
      throw error;
    }
    return free.next();
  };
  return {
    runId: run,
    next,
    drain: () => readToEnd({ next }),
    failure: (reason) => (free ? free.failure(reason) : reason),
    leave: () => free?.leave(),
  };
};

async function* partsUntilFree(
  { run, busy, log, open }: FollowedRun,
  signal: AbortSignal,
): AsyncGenerator<StreamPart, ReadableTurn, void> {
  let seen: Seen;
  let lastRead: number | undefined;
  for (let next = busy; ;) {
    const logged = await find(log, run);
    if (logged?.attempt === next.attempt && logged.attempt !== lastRead) {
      lastRead = logged.attempt;
      seen = (yield* partsOfAttempt(log, logged, { seen, signal })) ?? seen;
    } else await next.changed(signal);
    signal.throwIfAborted();
    const found = await next.retry();
    if (found.type !== 'busy') return open(found, seen);
    next = found;
  }
}

// A log that fails only delays the reader: the outcome comes from the store.
const find = async (log: TurnLog, run: string): Promise<LoggedTurn | undefined> => {
  try {
    return await log.find(run);
  } catch {
    return undefined;
  }
};

/**
 * Yields the parts of an attempt, and those of further attempts that begin before the reader has noticed its end. Returns
 * what the reader has seen.
 */
async function* partsOfAttempt(
  log: TurnLog,
  { runId, begin }: LoggedTurn,
  { seen, signal }: { readonly seen: Seen; readonly signal: AbortSignal },
): AsyncGenerator<StreamPart, Seen, void> {
  let last: StreamPart | undefined;
  try {
    for await (const parts of untilLeft(log.read(runId, begin), signal)) {
      // The outcome of the run states the error. The first attempt that a reader sees needs no `resumed` part.
      const isFirst = (index: number): boolean => !seen && !last && index === 0;
      const shown = parts.filter(({ type }, index) => type !== 'error' && !(type === 'resumed' && isFirst(index)));
      yield* shown;
      last = shown.at(-1) ?? last;
    }
  } catch {
    return last && 'some';
  }
  if (last?.type === 'suspended') return 'suspended';
  return last && (last.type === 'finish' ? 'answer' : 'some');
}

async function* untilLeft(lists: PartLists, signal: AbortSignal): AsyncGenerator<readonly StreamPart[], void, void> {
  const leave = (): void => void lists.return?.();
  signal.addEventListener('abort', leave, { once: true });
  try {
    for (let step = await lists.next(); !step.done && !signal.aborted; step = await lists.next()) yield step.value;
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}
