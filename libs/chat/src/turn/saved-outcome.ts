import type { Message, StreamPart } from 'toolgate/model';
import { resultParts } from '#tool';
import { ToolApprovalPendingException } from 'toolgate/tool';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import type { TurnListener } from '../contract/turn-listener.js';
import type { CompletedRun, SuspendedTurn } from '../contract/turn-persistence.js';
import { ChatTurnException } from '../errors/chat.errors.js';
import { partsOfSuspension, suspendedRunOf } from '../loop/suspension-parts.js';
import { partsOfResponse } from '../stream/response-parts.js';
import { type ReadableTurn, readToEnd, type TurnStep } from './readable-turn.js';

/** What a reader has seen of the last attempt of a run: its parts up to its suspension or its answer, or some of them. */
export type Seen = 'some' | 'suspended' | 'answer' | undefined;

/** The reader of a saved outcome. */
interface OutcomeReader {
  readonly listener?: TurnListener;
  readonly seen?: Seen;
}

/** Returns the turn of a run that is still suspended, or was suspended again. */
export const waiting = (suspended: SuspendedTurn, { listener, seen }: OutcomeReader): ReadableTurn => {
  const pending = new ToolApprovalPendingException([], suspendedRunOf(suspended));
  const end = (): TurnStep => {
    listener?.reject(pending);
    return { done: true, value: undefined, pending };
  };
  const { results = [], round } = suspended;
  const replayed = results.flatMap(resultParts).map((part) => ({ ...part, round }));
  const parts = seen === 'suspended' ? [] : [...replayed, ...partsOfSuspension(suspended)];
  return replay(suspended.runId, { parts, end, failure: (reason) => reason });
};

/** Returns an outcome that is already saved, as a turn of its own. */
export const answered = (
  run: string,
  { response: chatResponse, results, round }: CompletedRun,
  { listener, seen }: OutcomeReader,
): ReadableTurn => {
  const response: ChatClientResponse = { chatResponse, context: {} };
  const replayed = results.flatMap(resultParts).map((part) => ({ ...part, round: round - 1 }));
  const again = seen ? [resumedPart(run, round - 1)] : [];
  const parts = seen === 'answer' ? [] : [...again, ...replayed, ...partsOfResponse(chatResponse, round)];
  const batch: readonly Message[] = results.length > 0 ? [{ role: 'tool', content: results }] : [];
  const transcript = [...batch, chatResponse.message];
  const end = (): TurnStep => {
    listener?.resolve(response);
    return { done: true, value: response };
  };
  return replay(run, { parts, end, failure: (reason) => new ChatTurnException(transcript, reason) });
};

/** Returns the part after which the results of a round follow again. */
export const resumedPart = (runId: string, round: number): StreamPart => ({ type: 'resumed', runId, round });

/** Returns a turn with one more part at its beginning. */
export const startingWith = (part: StreamPart, turn: ReadableTurn): ReadableTurn => {
  let first: StreamPart | undefined = part;
  const next = async (): Promise<TurnStep> => {
    const value = first;
    first = undefined;
    return value ? { value } : turn.next();
  };
  return {
    runId: turn.runId,
    logged: turn.logged,
    next,
    drain: () => turn.drain(),
    failure: (reason) => turn.failure(reason),
    leave: () => turn.leave(),
  };
};

/** Saved parts, and then the end. */
interface Replay extends Pick<ReadableTurn, 'failure'> {
  readonly parts: readonly StreamPart[];
  readonly end: () => TurnStep;
}

const replay = (runId: string, { parts, end, failure }: Replay): ReadableTurn => {
  const rest = parts.values();
  const next = async (): Promise<TurnStep> => {
    const step = rest.next();
    return step.done ? end() : step;
  };
  return { runId, next, drain: () => readToEnd({ next }), failure, leave: () => {} };
};
