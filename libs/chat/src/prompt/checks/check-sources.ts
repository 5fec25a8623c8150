import type { ToolSource } from 'toolgate/tool';
import { type Place, throwInvalid } from './invalid-value.js';

const SOURCE = 'Pass a class, an instance, a callback, or the name of a tool.';

/** Returns a list of sources of tools. Throws `ChatClientException` for anything else; whether a tool exists is checked later. */
export const checkSources = (place: Place, path: string, given: readonly ToolSource[]): readonly ToolSource[] => {
  if (!Array.isArray(given)) return throwInvalid(place(path), given, `Pass a list: [${nameOf(given)}].`);
  for (let index = 0; index < given.length; index += 1) {
    const source: unknown = given[index];
    if (Array.isArray(source)) checkSources(place, `${path}[${index}]`, source);
    else if (!isToolSource(source)) throwInvalid(place(`${path}[${index}]`), source, instructionFor(source));
  }
  return given;
};

const isToolSource = (source: unknown): boolean =>
  typeof source === 'string' ? source.trim() !== '' : Object(source) === source;

// A circular import yields undefined in place of a class.
const instructionFor = (source: unknown): string =>
  source === undefined ? `${SOURCE} A class that two files import from each other may be undefined.` : SOURCE;

const nameOf = (given: unknown): string => (typeof given === 'function' && given.name) || 'Refunds';
