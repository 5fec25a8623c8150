import type { Message } from 'toolgate/model';
import type { ChatTurn } from '../contract/chat-turn.js';
import { ChatTurnException, RunEndedException } from '../errors/chat.errors.js';

/**
 * Returns the error that a failed turn throws, the same in every round: a `ChatTurnException` with the reason as
 * `cause` and the transcript, at least the messages of the prompt. A turn that was refused before its chain began
 * throws the reason itself. A `RunEndedException` is returned itself, with a transcript.
 */
export const turnFailure = (turn: ChatTurn, messages: readonly Message[], reason: unknown): unknown => {
  const { transcript, abort, isRefused } = turn;
  if (reason instanceof RunEndedException) return reason.with(transcript);
  if (isRefused && !abort?.aborted) return reason;
  return new ChatTurnException(transcript ?? messages, reason);
};

/** Returns the error of a turn whose chain threw: its suspension, the reason of its abort, or else its failure. */
export const thrownBy = (turn: ChatTurn, messages: readonly Message[], thrown: unknown): unknown => {
  const { abort, durable } = turn;
  return durable?.suspended ?? turnFailure(turn, messages, abort?.aborted ? abort.reason : thrown);
};
