import { inspect } from 'node:util';
import { nameMatcher } from '#tool';
import { type ToolCallback, ToolException, type ToolPattern } from 'toolgate/tool';

/**
 * One or more patterns for the names of tools. A string is a glob, in which `*` matches any characters. A `RegExp` may
 * match anywhere in the name.
 */
export type Globs = ToolPattern | readonly ToolPattern[];

/** The patterns of a strategy. */
export interface ToolMatcher {
  /** Whether the name of a tool matches one of the patterns. */
  readonly matches: (tool: ToolCallback) => boolean;
  /** Returns the patterns that match none of these tools, with their owner. */
  readonly unmatched: (tools: readonly ToolCallback[]) => readonly string[];
}

/** Compiles the patterns of a strategy. Throws `ToolException` for a value that is not a pattern. */
export const toolMatcher = (owner: string, globs: Globs): ToolMatcher => {
  const list: readonly ToolPattern[] = typeof globs === 'string' || globs instanceof RegExp ? [globs] : globs;
  if (!Array.isArray(list)) return throwInvalidPattern(owner, globs);
  const patterns = list.map((pattern) => ({ pattern, matches: compile(owner, pattern) }));
  return {
    matches: ({ definition: { name } }) => patterns.some(({ matches }) => matches(name)),
    unmatched: (tools) =>
      patterns
        .filter(({ matches }) => !tools.some(({ definition: { name } }) => matches(name)))
        .map(({ pattern }) => `the pattern ${inspect(pattern)} of ${owner}`),
  };
};

const compile = (owner: string, pattern: ToolPattern): ((name: string) => boolean) =>
  pattern instanceof RegExp || (typeof pattern === 'string' && pattern !== '')
    ? nameMatcher(pattern)
    : throwInvalidPattern(owner, pattern);

const throwInvalidPattern = (owner: string, pattern: unknown): never => {
  throw new ToolException(
    `${owner} takes patterns for the names of tools, and ${inspect(pattern)} is not a pattern. Pass a glob such as 'refund*', or a RegExp.`,
  );
};
