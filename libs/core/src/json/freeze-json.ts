import type { JsonObject, JsonValue } from './json.js';

/** Freezes a JSON value and all values in it. */
export const freezeJson = <T extends JsonValue | undefined>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  for (const key in value) freezeJson((value as JsonObject)[key]);
  return Object.freeze(value);
};
