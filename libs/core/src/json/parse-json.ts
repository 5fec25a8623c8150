import type { JsonLimits } from './json-limits.js';
import type { JsonObject, JsonValue } from './json.js';
import { measureJson } from './measure-json.js';
import { readJson } from './read-json.js';
import { pathOfRoundedInteger } from './rounded-integer.js';

/** The value of a JSON text, or the reason why it has none. */
type ParsedJson =
  | { readonly type: 'value'; readonly value: JsonValue; readonly nodes: number }
  /** The text is not JSON. */
  | { readonly type: 'malformed' }
  /** An object in the text repeats a property, so parsers may disagree on its value. */
  | { readonly type: 'repeated-property' }
  /** A number cannot hold an integer of the text, at `path`: `/account`. Parsing would return another integer. */
  | { readonly type: 'rounded-integer'; readonly path: string }
  | { readonly type: 'too-large'; readonly limit: keyof JsonLimits };

const MOST_BYTES_OF_A_UNIT = 3;

/** Parses a JSON text. A text that exceeds a limit is not parsed. */
export const parseJson = (text: string, { maxBytes, maxNodes, maxDepth }: JsonLimits): ParsedJson => {
  if (text.length * MOST_BYTES_OF_A_UNIT > maxBytes && Buffer.byteLength(text) > maxBytes) return tooLarge('maxBytes');
  const { nodes, depth, properties } = measureJson(text);
  if (nodes > maxNodes) return tooLarge('maxNodes');
  if (depth > maxDepth) return tooLarge('maxDepth');
  const value = readJson(text);
  if (value === undefined) return { type: 'malformed' };
  // Parsing keeps one of several properties with the same name, even if they are escaped differently in the text.
  if (propertiesIn(value) !== properties) return { type: 'repeated-property' };
  const path = pathOfRoundedInteger(text);
  return path === undefined ? { type: 'value', value, nodes } : { type: 'rounded-integer', path };
};

const tooLarge = (limit: keyof JsonLimits): ParsedJson => ({ type: 'too-large', limit });

const propertiesIn = (value: JsonValue | undefined): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : 1;
  let properties = 0;
  for (const key in value) properties += own + propertiesIn((value as JsonObject)[key]);
  return properties;
};
