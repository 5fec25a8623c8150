import { useOneOf } from '#core';
import { refuseRequest } from '../problem/request.exception.js';

/** The parameters of a route, and whether each of them may repeat. */
export type QueryNames = Readonly<Record<string, 'once' | 'repeats'>>;

// An error shows at most this many characters of a name.
const NAME_LENGTH = 40;

/**
 * Returns the values of each parameter of a URL. Throws `RequestException` for an unknown parameter, which would
 * otherwise be ignored, and for a repeated one.
 */
export const readQuery = (url: string, names: QueryNames): ReadonlyMap<string, readonly string[]> => {
  const values = new Map<string, string[]>();
  const start = url.indexOf('?');
  if (start === -1) return values;
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    const kind = Object.hasOwn(names, name) ? names[name] : undefined;
    if (kind === undefined)
      refuseRequest(`The parameter "${name.slice(0, NAME_LENGTH)}" is unknown. ${knownNames(names)}`);
    const known = values.get(name);
    if (known && kind === 'once') refuseRequest(`The parameter "${name}" repeats. Pass it once.`);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
};

const knownNames = (names: QueryNames): string => {
  const all = Object.keys(names);
  return all.length > 0 ? useOneOf(all) : 'Remove it: this route takes no parameters.';
};
