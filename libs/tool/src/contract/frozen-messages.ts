import { freezeJson } from '#core';
import { type Message, toJson } from 'toolgate/model';

const copies = new WeakMap<readonly Message[], readonly Message[]>();

/** Returns a frozen copy of messages; all calls of a batch receive the same copy. */
export const frozenMessages = (messages: readonly Message[]): readonly Message[] => {
  const known = copies.get(messages);
  if (known) return known;
  const copy = freezeJson(toJson(messages)) as unknown as readonly Message[];
  // The copy of a copy is the copy itself.
  copies.set(messages, copy).set(copy, copy);
  return copy;
};
