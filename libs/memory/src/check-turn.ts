import type { Message } from 'toolgate/model';
import { ChatMemoryException } from './chat-memory.errors.js';
import { checkName } from './check-name.js';
import { wordsFor } from './words-for.js';

/** Returns a turn's messages. Throws `ChatMemoryException` for a missing id or message, and names it. */
export const checkTurn = (turn: string, messages: readonly Message[]): readonly Message[] => {
  checkName(turn, 'The id of a turn');
  if (!Array.isArray(messages))
    throw new ChatMemoryException(`The messages of a turn are a list, not ${wordsFor(messages)}.`);
  // By index, because most ways over a list pass by its holes.
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as Message | undefined;
    if (message && ROLES.has(message.role)) continue;
    throw new ChatMemoryException(
      `messages[${index}] is ${wordsFor(message)}, no message. Nothing of the turn was stored.`,
    );
  }
  return messages as readonly Message[];
};

const ROLES = new Set(['system', 'user', 'assistant', 'tool']);
