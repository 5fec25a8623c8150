import { type JsonValue, toJson } from 'toolgate/model';

/**
 * Copies a value that is JSON already, `undefined` left out. Throws `TypeError`, which says where, for what would come
 * back as something else: a date, an instance of a class, a number that is none.
 */
export const exactJson = (value: unknown): JsonValue => {
  assertExact(value, '', []);
  return toJson(value);
};

const assertExact = (value: unknown, path: string, above: readonly object[]): void => {
  if (typeof value === 'number' && !Number.isFinite(value)) refuse(String(value), path);
  // What it refuses of these, JSON refuses too, and says so.
  if (typeof value !== 'object' || value === null || above.includes(value)) return;
  if (!Array.isArray(value) && !isRecord(value)) refuse(`an instance of ${value.constructor.name}`, path);
  for (const [name, entry] of Object.entries(value)) {
    assertExact(entry, path === '' ? name : `${path}.${name}`, [...above, value]);
  }
};

const isRecord = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

const refuse = (what: string, path: string): never => {
  throw new TypeError(`JSON cannot carry ${what}${path ? ` in "${path}"` : ''} as it is.`);
};
