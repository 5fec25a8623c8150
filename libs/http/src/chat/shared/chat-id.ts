import { refuseRequest } from '../../problem/request.exception.js';

// Fastify accepts at most 100 characters in a parameter of a path.
const MOST = 100;

/** A control character and half of a character, which have no form in a URL or in a database. */
const UNSTORABLE = /[\p{Control}\p{Surrogate}]/u;

/**
 * Returns the id of a chat, as its client has chosen it. Throws `RequestException` if it is not a string, is empty, has
 * more than 100 characters or contains a character that cannot be stored.
 */
export const readChatId = (id: unknown, name = 'The id of the chat'): string => {
  if (typeof id !== 'string' || id === '')
    return refuseRequest(`${name} is not a string, or is empty. Send a string that is not empty.`);
  if (id.length > MOST) return refuseRequest(`${name} has more than ${MOST} characters. Send a shorter one.`);
  return UNSTORABLE.test(id)
    ? refuseRequest(`${name} contains a control character or half of a character. Send another id.`)
    : id;
};
