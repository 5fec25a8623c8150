import { globMatcher } from './glob-matcher.js';

/** A pattern for tool names: a string is a glob for the whole name, a `RegExp` may match any part of it. */
export type ToolPattern = string | RegExp;

/** Returns a function that returns whether a name matches the pattern. */
export const nameMatcher = (pattern: ToolPattern): ((name: string) => boolean) => {
  if (typeof pattern === 'string') return globMatcher(pattern);
  // With the flags g and y a RegExp remembers the end of its last match.
  const stateless = new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, ''));
  return (name) => stateless.test(name);
};
