import { RE2JS } from 're2js';

/** The largest length of a pattern, and of its compiled program: `a{1000}` is short, but its program is large. */
const LONGEST = 300;
const LARGEST = 1000;

/** An escape, a class, the head of a group, or a dash or an underscore that stands for itself. */
const TOKEN = /\\[^\w]|\\[pP]\{[^}]*\}|\\[^]|\[\^?\]?(?:\\[^]|\[:\w+:\]|[^\]\\])*\]|\(\?P?<\w+>|[-_]/g;

const EITHER = '[-_]';

/** A compiled pattern. Matching takes a time that is linear in the length of the name. */
export type NameTest = (name: string) => boolean;

/**
 * Compiles a pattern of tool names: it matches anywhere, ignores case, and does not distinguish `-` and `_`. Returns a
 * text with the problem if the pattern cannot be used.
 */
export const compileName = (pattern: string): NameTest | string => {
  if (pattern === '') return 'it is empty and would match every tool. Write .* if that is intended';
  if (pattern.length > LONGEST) return `it has more than ${LONGEST} characters. Shorten it`;
  const [exact, alike] = [compile(pattern), compile(alikePattern(pattern))];
  if (typeof exact === 'string') return exact;
  const compiled = typeof alike === 'string' ? [exact] : [exact, alike];
  return (name) => {
    const names = [name, name.replaceAll('-', '_'), name.replaceAll('_', '-')];
    return compiled.some((one) => names.some((variant) => one.matcher(variant).find()));
  };
};

const alikePattern = (pattern: string): string =>
  pattern.replaceAll(TOKEN, (token) => (token === '-' || token === '_' || token === '\\-' ? EITHER : token));

const compile = (pattern: string): RE2JS | string => {
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return compiled.programSize() > LARGEST ? 'it is too large. Write fewer repetitions' : compiled;
  } catch {
    return 'it does not compile. Correct it; look-around and back-references are not supported';
  }
};
