import { isList } from '#core';
import type { Message } from 'toolgate/model';
import { ChatMemoryException } from './chat-memory.errors.js';
import { checkName } from './check-name.js';
import { describeValue } from './describe-value.js';

/**
 * Checks the id and the messages of a turn, and returns the messages. Throws `ChatMemoryException` with the name of a
 * missing id or message.
 */
export const checkTurn = (turn: string, messages: readonly Message[]): readonly Message[] => {
  checkName(turn, 'The id of a turn');
  if (!isList(messages))
    throw new ChatMemoryException(`The messages of a turn must be a list, not ${describeValue(messages)}.`);
  // By index, because most list methods skip empty entries.
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index];
    if (message && ROLES.has(message.role)) continue;
    throw new ChatMemoryException(
      `messages[${index}] must be a message, not ${describeValue(message)}. The turn was not stored. Correct the message.`,
    );
  }
  return messages;
};

const ROLES = new Set(['system', 'user', 'assistant', 'tool']);
