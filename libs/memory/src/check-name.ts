import { ChatMemoryException } from './chat-memory.errors.js';
import { wordsFor } from './words-for.js';

/** Returns a name as it is. Throws `ChatMemoryException` if it is no text, or an empty one; `what` is the subject of the error. */
export const checkName = (name: unknown, what: string): string => {
  if (typeof name === 'string' && name !== '') return name;
  throw new ChatMemoryException(`${what} is a text that is not empty, not ${wordsFor(name)}.`);
};
