import { RE2JS } from 're2js';

/** The largest length of a pattern, and of its compiled program: `a{1000}` is short, but its program is large. */
const LONGEST = 300;
const LARGEST = 300;
const FLAGS = RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE;

/**
 * Compiles a pattern whose matching time is linear in the text; `undefined` if it is not a valid pattern, or is too
 * large.
 */
export const compilePattern = (pattern: string): RE2JS | undefined => {
  if (pattern.length > LONGEST) return undefined;
  try {
    const compiled = RE2JS.compile(pattern, FLAGS);
    return compiled.programSize() > LARGEST ? undefined : compiled;
  } catch {
    return undefined;
  }
};
