import { ChatMemoryException } from './chat-memory.errors.js';
import { describeValue } from './describe-value.js';

/**
 * Returns a name. Throws `ChatMemoryException` if it is not a string, or is empty; `what` is the subject of the error.
 */
export const checkName = (name: unknown, what: string): string => {
  if (typeof name === 'string' && name !== '') return name;
  throw new ChatMemoryException(`${what} must be a string that is not empty, not ${describeValue(name)}.`);
};
