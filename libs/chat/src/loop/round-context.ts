import { exactJson } from '#core';
import type { JsonObject } from 'toolgate/model';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';

type Context = ChatClientRequest['context'];

/** Returns the context of the next round: that of this round, with the additions of advisors inside the loop. */
export const contextAfter = (request: ChatClientRequest, response: ChatClientResponse): Context =>
  response.context === request.context ? request.context : { ...request.context, ...response.context };

/**
 * Returns the additions of a loop to its context, as they are stored while the turn waits. Values that are not JSON
 * stay in the process; undefined if nothing is left.
 */
export const addedContext = (began: Context, context: Context): JsonObject | undefined => {
  const added = Object.entries(context).flatMap(([name, value]) => {
    if (value === undefined || began[name] === value) return [];
    try {
      return [[name, exactJson(value)] as const];
    } catch {
      return [];
    }
  });
  return added.length === 0 ? undefined : Object.fromEntries(added);
};
