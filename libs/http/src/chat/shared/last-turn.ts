import type { Message } from 'toolgate/model';

/** Returns the messages of the last turn of a conversation: from the last message of the user on. */
export const lastTurn = (messages: readonly Message[]): readonly Message[] =>
  messages.slice(
    Math.max(
      0,
      messages.findLastIndex(({ role }) => role === 'user'),
    ),
  );
