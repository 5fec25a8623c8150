import { ChatClientException } from '../chat.errors.js';

/** Throws `ChatClientException` for a property that does not exist, such as a misspelled one. */
export const checkNames = (place: () => string, given: object, names: Readonly<Record<string, unknown>>): void => {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(names, name)) continue;
    throw new ChatClientException(`${place()} does not know "${name}". There are: ${Object.keys(names).join(', ')}.`);
  }
};
