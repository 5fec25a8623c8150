import { RE2JS } from 're2js';

/** How long a pattern may be, and how large what becomes of it: `a{1000}` is short and large. */
const LONGEST = 300;
const LARGEST = 300;
const FLAGS = RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE;

/** Compiles a pattern to one that takes time in proportion to the text; `undefined` where it is none, or too large. */
export const compilePattern = (pattern: string): RE2JS | undefined => {
  if (pattern.length > LONGEST) return undefined;
  try {
    const compiled = RE2JS.compile(pattern, FLAGS);
    return compiled.programSize() > LARGEST ? undefined : compiled;
  } catch {
    return undefined;
  }
};
