import { isObject } from './json-object.js';
import type { JsonValue } from './json.js';

/** Returns a deep copy of a JSON value. */
export function copyJson(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isObject(value)) return value;
  const copy: Record<string, JsonValue | undefined> = {};
  for (const key of Object.keys(value)) copy[key] = copyJson(value[key] ?? null);
  return copy;
}
