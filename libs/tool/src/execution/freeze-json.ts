import type { JsonValue } from 'toolgate/model';

/** Freezes a JSON value through and through. */
export const freezeJson = <T extends JsonValue | undefined>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  for (const entry of Object.values(value)) freezeJson(entry as JsonValue);
  return Object.freeze(value);
};
