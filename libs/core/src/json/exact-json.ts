import { kindOf } from '../checks/kind-of.js';
import type { JsonValue } from './json.js';
import { OpenObjects } from './open-objects.js';
import { toJson } from './to-json.js';

/**
 * Copies a value that is plain JSON, without `undefined`. Throws `TypeError`, with the path, for a value that JSON
 * would change: a date, an instance of a class, a number that is not finite.
 */
export const exactJson = (value: unknown): JsonValue => {
  assertExact(value, '', new OpenObjects());
  return toJson(value);
};

const assertExact = (value: unknown, path: string, above: OpenObjects): void => {
  if (typeof value === 'number' && !Number.isFinite(value)) throwInexact(String(value), path);
  if (typeof value === 'bigint') throwInexact('a bigint', path);
  // Functions, symbols and cycles are rejected by toJson below.
  if (typeof value !== 'object' || value === null || above.has(value)) return;
  if (!Array.isArray(value) && !isRecord(value)) throwInexact(kindOf(value), path);
  above.open(value);
  for (const [name, entry] of Object.entries(value)) assertExact(entry, path === '' ? name : `${path}.${name}`, above);
  above.close(value);
};

const isRecord = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

const throwInexact = (what: string, path: string): never => {
  throw new TypeError(`JSON cannot carry ${what}${path ? ` in "${path}"` : ''} as it is.`);
};
