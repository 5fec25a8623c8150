import { ToolSearchException } from '../tool-search.errors.js';

/** Checks that a session has a name. Throws `ToolSearchException`. */
export const checkSession = (sessionId: string): void => {
  if (typeof sessionId === 'string' && sessionId !== '') return;
  throw new ToolSearchException('The session has no id. Give a text that is not empty.');
};
