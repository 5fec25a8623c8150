import { useOneOf } from '#core';
import { ChatClientException } from '../../errors/chat.errors.js';

/** Returns the names of a record's properties. Throws `ChatClientException` for one that does not exist, such as a misspelled one. */
export const checkNames = (
  place: () => string,
  given: object,
  known: Readonly<Record<string, unknown>>,
): readonly string[] => {
  const names = Object.keys(given);
  for (const name of names) {
    if (Object.hasOwn(known, name)) continue;
    throw new ChatClientException(`${place()} does not accept "${name}". ${useOneOf(Object.keys(known))}`);
  }
  return names;
};
