import { refusePost } from './refuse-post.js';

const MOST = 200;

/** Returns the id of a chat. Throws `RequestException` if it is not a string, is empty or has more than 200 characters. */
export const readChatId = (id: unknown): string => {
  if (typeof id !== 'string' || id === '')
    return refusePost('The id of the chat is not a string, or is empty. Send a string that is not empty.');
  return id.length > MOST ? refusePost(`The id of the chat has more than ${MOST} characters. Send a shorter one.`) : id;
};
