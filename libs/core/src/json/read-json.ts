import type { JsonValue } from './json.js';

/** Returns the value of a JSON text, or undefined if the text is not JSON. */
export const readJson = (text: string): JsonValue | undefined => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
