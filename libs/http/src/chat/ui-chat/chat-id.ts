import { refusePost } from './refuse-post.js';

// Fastify accepts at most 100 characters in a parameter of a path.
const MOST = 100;

/** Half of a character, which has no form in a URL or in a database. */
const HALF = /\p{Surrogate}/u;

/**
 * Returns the id of a chat. Throws `RequestException` if it is not a string, is empty, has more than 100 characters or
 * contains half of a character.
 */
export const readChatId = (id: unknown): string => {
  if (typeof id !== 'string' || id === '')
    return refusePost('The id of the chat is not a string, or is empty. Send a string that is not empty.');
  if (id.length > MOST) return refusePost(`The id of the chat has more than ${MOST} characters. Send a shorter one.`);
  return HALF.test(id) ? refusePost('The id of the chat contains half of a character. Send another id.') : id;
};
