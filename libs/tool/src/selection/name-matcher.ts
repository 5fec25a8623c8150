import { globMatcher } from './glob-matcher.js';

/** A pattern for the names of tools: a text is a glob for the whole name, a `RegExp` is searched for in it. */
export type ToolPattern = string | RegExp;

/** Returns a function that tells whether a name fits a pattern. */
export const nameMatcher = (pattern: ToolPattern): ((name: string) => boolean) => {
  if (typeof pattern === 'string') return globMatcher(pattern);
  // With these flags a RegExp remembers where its last search ended.
  const stateless = new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, ''));
  return (name) => stateless.test(name);
};
