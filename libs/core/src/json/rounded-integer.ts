import { isObject } from './json-object.js';
import type { JsonValue } from './json.js';
import { pointerStep } from './pointer-step.js';

const LONG = /\d{16}/u;
const INTEGER = /^-?\d+$/u;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gu;
// Every JSON parser of JavaScript returns Infinity for it.
const MARK = '1e999';

/** Whether a JavaScript number keeps the integer in a text; false for an integer above 2^53 that is rounded. */
export const isExactInteger = (text: string): boolean => {
  const value = Number(text);
  return Number.isFinite(value) && (String(value) === text || BigInt(text) === BigInt(value));
};

/** Returns the path of the first integer in a valid JSON text that parsing rounds: `/account`. Undefined if there is none. */
export const pathOfRoundedInteger = (text: string): string | undefined => {
  if (!LONG.test(text)) return undefined;
  const isRounded = (token: string) => INTEGER.test(token) && !isExactInteger(token);
  const marked = text.replace(STRING_OR_NUMBER, (token) => (isRounded(token) ? MARK : token));
  return marked === text ? undefined : pathOfMark(JSON.parse(marked));
};

const pathOfMark = (value: JsonValue): string | undefined => {
  if (value === Infinity) return '';
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const path = pathOfMark(inner);
    if (path !== undefined) return pointerStep(key) + path;
  }
  return undefined;
};
