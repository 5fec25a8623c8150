import { type JsonValue, type Message, toJson } from 'toolgate/model';
import { freezeJson } from './freeze-json.js';

const copies = new WeakMap<readonly Message[], readonly Message[]>();

/** Returns a frozen copy of messages: the same one for all calls of a batch. */
export const frozenMessages = (messages: readonly Message[]): readonly Message[] => {
  const known = copies.get(messages);
  if (known) return known;
  const copy = freezeJson(toJson(messages) as JsonValue) as unknown as readonly Message[];
  // A copy that is copied again is the same.
  copies.set(messages, copy).set(copy, copy);
  return copy;
};
