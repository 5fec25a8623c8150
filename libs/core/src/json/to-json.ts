import type { JsonValue } from './json.js';
import { OpenObjects } from './open-objects.js';

/** JSON cannot carry a value. The message names the kind of the value and its place, not the value. */
export class JsonValueError extends TypeError {}

/**
 * Copies a value as its JSON would be parsed: dates and other values with `toJSON` are converted, undefined properties are
 * left out. Throws `TypeError` for a value that JSON would lose or cannot contain: a function, a symbol, a BigInt without
 * `toJSON`, a cycle, and objects of the language whose content is not in their properties, such as a Map, a Set, an Error
 * or bytes.
 */
export function toJson<T extends JsonValue>(value: T): T;
export function toJson(value: unknown): JsonValue;
export function toJson(value: unknown): JsonValue {
  return copy(value, '', new OpenObjects()) ?? null;
}

const BOXES = [Number, String, Boolean];
const OPAQUE = [Map, Set, Promise, Error];

const copy = (given: unknown, key: string, above: OpenObjects): JsonValue | undefined => {
  if (typeof given === 'string') return given;
  const value = hasToJson(given) ? given.toJSON(key) : given;
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return value;
    case 'number':
      // JSON does not distinguish minus zero from zero.
      return Number.isFinite(value) ? value + 0 : null;
    case 'object':
      return value === null ? null : copyObject(value, key, above);
    default:
      throw new JsonValueError(`JSON cannot carry a ${typeof value}${placeOf(key, above)}.`);
  }
};

const copyObject = (value: object, key: string, above: OpenObjects): JsonValue => {
  if (above.has(value)) throw new JsonValueError(`JSON cannot carry a cycle${placeOf(key, above)}.`);
  if (Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value)) {
    if (isBox(value)) return copy(value.valueOf(), key, above) ?? null;
    if (isOpaque(value)) throw new JsonValueError(`JSON cannot carry ${kindOf(value)}${placeOf(key, above)}.`);
  }
  above.open(value);
  const copied = Array.isArray(value) ? copyList(value, above) : copyProperties(value, above);
  above.close(value);
  return copied;
};

/** Whether JSON would lose the content of an object of the language or the platform, or write each byte as a property. */
const isOpaque = (value: object): boolean =>
  OPAQUE.some((type) => value instanceof type) ||
  ArrayBuffer.isView(value) ||
  (tagOf(value) !== 'Object' && Object.keys(value).length === 0);

// Iterators have no class of their own, so the tag names the object: `Map Iterator`, `Headers`.
const tagOf = (value: object): string => Object.prototype.toString.call(value).slice('[object '.length, -1);

const kindOf = (value: object): string => {
  const tag = tagOf(value);
  return `${/^[AEIO]/.test(tag) ? 'an' : 'a'} ${tag}`;
};

const isBox = (value: object): boolean => BOXES.some((box) => value instanceof box);

const copyList = (list: readonly unknown[], above: OpenObjects): JsonValue =>
  Array.from(list, (entry, index) => copy(entry, String(index), above) ?? null);

const copyProperties = (value: object, above: OpenObjects): JsonValue => {
  const result: Record<string, JsonValue> = {};
  for (const name of Object.keys(value)) {
    const entry = copy((value as Record<string, unknown>)[name], name, above);
    if (entry === undefined) continue;
    if (name === '__proto__')
      Object.defineProperty(result, name, { value: entry, enumerable: true, configurable: true, writable: true });
    else result[name] = entry;
  }
  return result;
};

// Applications give `BigInt.prototype` a `toJSON`, which `JSON.stringify` calls too.
const hasToJson = (value: unknown): value is { toJSON(key: string): unknown } => {
  if (typeof value === 'bigint') return 'toJSON' in BigInt.prototype && typeof BigInt.prototype.toJSON === 'function';
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
};

const placeOf = (key: string, above: OpenObjects): string =>
  key ? ` in "${[...(above.path() ?? []), key].join('.')}"` : '';
