import type { Message } from 'toolgate/model';
import { ChatMemoryException } from './chat-memory.errors.js';

/** Gives a conversation's id back. Throws `ChatMemoryException` where it is none. */
export const checkConversation = (conversation: string): string => checkId(conversation, 'conversation');

/** Gives a turn's messages back. Throws `ChatMemoryException` for a missing id or message, and tells which. */
export const checkTurn = (conversation: string, turn: string, messages: readonly Message[]): readonly Message[] => {
  checkConversation(conversation);
  checkId(turn, 'turn');
  if (!Array.isArray(messages))
    throw new ChatMemoryException(`The messages of a turn are a list, not ${said(messages)}.`);
  // By index, because most ways over a list pass by its holes.
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as Message | undefined;
    if (message && ROLES.has(message.role)) continue;
    throw new ChatMemoryException(
      `messages[${index}] is ${said(message)}, no message. Nothing of the turn was stored.`,
    );
  }
  return messages as readonly Message[];
};

const ROLES = new Set(['system', 'user', 'assistant', 'tool']);

const checkId = (id: unknown, what: string): string => {
  if (typeof id === 'string' && id !== '') return id;
  throw new ChatMemoryException(`The id of a ${what} is a text that is not empty, not ${said(id)}.`);
};

const said = (value: unknown): string => {
  if (value === '') return 'an empty one';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
};
