import type { JsonObject } from './json.js';

/** Returns an own property of an object or a list. */
export function ownValue(owner: unknown, key: string): unknown {
  if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, key)) return undefined;
  return (owner as Record<string, unknown>)[key];
}

/** Returns a value if it is a JSON object, or else an empty object. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the properties of an object whose values are not undefined. */
export function defined<T extends object>(owner: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(owner).filter(([, value]) => value !== undefined)) as never;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
