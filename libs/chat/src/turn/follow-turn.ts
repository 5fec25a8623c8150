import { ignore } from '#core';
import type { StreamPart } from 'toolgate/model';
import { LiveTurnException } from '../errors/live-turn.errors.js';
import { errorPart } from '../live/error-part.js';
import type { ChatClientRuntime } from './chat-client-runtime.js';
import type { ReadableTurn } from './readable-turn.js';
import type { Resumption } from './resume-turn.js';

/** A live turn and the index of the first part to read. */
export interface FollowedFrom {
  readonly run: string;
  readonly from: number;
}

/**
 * Yields the parts of a live turn. After its process was lost, the reader follows the resumed run if the turn was saved,
 * and receives an `error` part otherwise.
 */
export async function* followTurn(
  { live, persistence }: ChatClientRuntime,
  resume: (resumption: Resumption) => ReadableTurn,
  { run, from }: FollowedFrom,
  signal: AbortSignal,
): AsyncGenerator<readonly StreamPart[], void, void> {
  let isSeen = from > 0;
  try {
    for await (const parts of live.log.read(run, from, signal)) {
      isSeen = true;
      yield parts;
    }
    return;
  } catch (error) {
    if (!(error instanceof LiveTurnException)) {
      yield [errorPart('lost')];
      return;
    }
  }
  if (!(await persistence?.isSaved(run))) {
    yield [errorPart('lost')];
    return;
  }
  yield* partsOf(resume({ run, addedAdvisors: [], listener: NOBODY, seen: isSeen ? 'some' : undefined }), signal);
}

const NOBODY = { resolve: ignore, reject: ignore };

async function* partsOf(turn: ReadableTurn, signal: AbortSignal): AsyncGenerator<readonly StreamPart[], void, void> {
  const leave = (): void => turn.leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    for (;;) {
      const step = await turn.next();
      if (step.done) return;
      yield [step.value];
    }
  } catch {
    if (!signal.aborted) yield [errorPart('failed')];
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
