import type { Message } from 'toolgate/model';
import type { ChatTurn } from '../contract/chat-turn.js';

/** Adds the last answer and its results to the transcript and the exchanges of a turn. */
export const recordBatch = (turn: ChatTurn, history: readonly Message[]): void => {
  turn.transcript = history;
  const done = history.slice(-2);
  if (turn.exchanges) turn.exchanges.push(...done);
  else turn.exchanges = done;
};

/**
 * Returns the history with the messages that a hook added after the results. Results that a round shortens are
 * different messages: the history already has the originals.
 */
export const withAddedMessages = (history: readonly Message[], next: readonly Message[]): readonly Message[] => {
  if (next === history) return history;
  const added = next.slice(next.findLastIndex(({ role }) => role === 'tool') + 1);
  return [...history, ...added.filter((message) => !history.includes(message))];
};
