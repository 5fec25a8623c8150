import type { ChatClientDefaults, ChatClientRecord } from './chat-client-record.js';
import { ChatClientException } from './chat.errors.js';

/** Each name of a record, so that the compiler misses one that is new. */
export type NamesOf<T> = Readonly<Record<keyof T, true>>;

/** What a client's defaults may say. */
export const DEFAULTS: NamesOf<ChatClientDefaults> = {
  system: true,
  user: true,
  tools: true,
  toolContext: true,
  options: true,
  advisors: true,
  advisorParams: true,
  conversation: true,
  timeoutMs: true,
  limits: true,
};

/** What a prompt may say. */
export const RECORD: NamesOf<ChatClientRecord> = {
  ...DEFAULTS,
  messages: true,
  text: true,
  addedTools: true,
  transient: true,
  signal: true,
};

/** Throws `ChatClientException` for a name that a record does not have: a slip of the pen, or a body nobody checked. */
export const checkRecord = (what: string, given: object, names: Readonly<Record<string, true>>): void => {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(names, name)) continue;
    throw new ChatClientException(`${what} does not know "${name}". There are: ${Object.keys(names).join(', ')}.`);
  }
};
