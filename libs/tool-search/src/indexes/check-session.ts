import { ToolSearchException } from '../contract/tool-search.errors.js';

/** Throws `ToolSearchException` if a session has no id. */
export const checkSession = (sessionId: string): void => {
  if (typeof sessionId === 'string' && sessionId !== '') return;
  throw new ToolSearchException('The session has no id. Pass a text that is not empty.');
};
