import type { JsonBody } from 'toolgate/http/client';
import type { EditResult } from './edit-result.js';
import { isExact } from './exact-number.js';

/** Strings, which may contain digits, and numbers outside of them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Parses JSON, and refuses numbers that a JSON number of the browser would round. */
export const parseExactJson = (text: string): EditResult => {
  if (text.trim() === '') return { ok: false, problem: 'empty' };
  let value: JsonBody;
  try {
    value = JSON.parse(text) as JsonBody;
  } catch {
    return { ok: false, problem: 'not-json' };
  }
  const numbers = (text.match(TOKENS) ?? []).filter((token) => !token.startsWith('"'));
  return numbers.every(isExact) ? { ok: true, value } : { ok: false, problem: 'not-exact' };
};
