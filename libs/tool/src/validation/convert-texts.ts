import type { ErrorObject } from 'ajv/dist/2020.js';
import { isExactInteger, isObject, ownValue, parseJson } from '#core';
import type { JsonValue } from 'toolgate/model';
import { placeAt } from '../schema/subschemas.js';
import { addValues, type Effort } from './effort.js';
import { isWithin, pathsOfUnions } from './real-unions.js';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;
const MAX_DEPTH = 100;
const INTEGER = /^-?\d+$/u;

/**
 * Replaces a string with its value if the schema expects another type and the string is exactly such a value: `"15"`,
 * `"1.5E7"`, `"true"`, or the JSON text of an object or a list. Models write such strings. Nothing else is guessed, and a string
 * inside a union is never converted, because it may be intended; a nullable type does not count as a union.
 * @returns whether any string was replaced
 */
export function convertTexts(input: JsonValue, errors: readonly ErrorObject[], effort: Effort): boolean {
  const unions = pathsOfUnions(errors);
  const wrong = errors.filter(
    ({ keyword, instancePath }) => keyword === 'type' && instancePath !== '' && !isWithin(instancePath, unions),
  );
  return wrong.map((error) => convertAt(input, error, effort)).includes(true);
}

function convertAt(input: JsonValue, { instancePath, params }: ErrorObject, effort: Effort): boolean {
  const { owner, key } = placeAt(input, instancePath);
  const text = ownValue(owner, key);
  if (typeof text !== 'string') return false;
  const [converted] = [params.type].flat().flatMap((type) => {
    const value = read(text, type, effort);
    return value === undefined ? [] : [value];
  });
  if (converted === undefined) return false;
  (owner as Record<string, unknown>)[key] = converted;
  return true;
}

/** Returns the value of the type that the text represents exactly; undefined if there is none. */
function read(text: string, type: string, effort: Effort): JsonValue | undefined {
  switch (type) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'integer':
    case 'number':
      return readNumber(text, type === 'integer');
    case 'object':
      return readJson(text, isObject, effort);
    case 'array':
      return readJson(text, Array.isArray, effort);
    default:
      return undefined;
  }
}

function readNumber(text: string, isInteger: boolean): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const value = Number(text);
  const isSame = INTEGER.test(text) ? isExactInteger(text) : Number.isFinite(value);
  return isSame && (!isInteger || Number.isInteger(value)) ? value : undefined;
}

function readJson(text: string, isWanted: (value: unknown) => boolean, effort: Effort): JsonValue | undefined {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  const parsed = parseJson(text, { maxBytes: Infinity, maxNodes: effort.readable, maxDepth: MAX_DEPTH });
  if (parsed.type !== 'value' || !isWanted(parsed.value)) return undefined;
  addValues(effort, parsed.nodes);
  return parsed.value;
}
