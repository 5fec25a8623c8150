import { isObject, measureJson } from '#core';
import type { JsonObject, JsonValue } from 'toolgate/model';

/**
 * The limits of a schema that another system sends. Compiling one blocks the process, for up to a second at these
 * limits. The largest tools of common MCP servers have about 300 values, 6 KB and 13 levels.
 */
const MOST_BYTES = 100_000;
const MOST_VALUES = 1000;
const MOST_LEVELS = 24;
const MOST_PATTERNS = 50;
const LARGEST_PATTERNS = 50_000;
/** The size of the patterns times the bytes of the arguments. */
const MOST_MATCHING = 50_000_000;

/** An escape, a class, a count such as `{3}` or `{1,64}`, a parenthesis or a character of a pattern. */
const PART = /\\(?:[pPux]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|\{(?:\d+,)?(\d+),?\}|\((?:\?(?::|<\w+>))?|./gsu;

/**
 * Returns why the schema of a tool, or the arguments that it validates, would block the process for long, and what to do;
 * undefined if they are small enough.
 */
export const schemaProblem = (tool: string, schema: JsonObject, input: JsonValue): string | undefined => {
  const text = JSON.stringify(schema);
  const { nodes, depth } = measureJson(text);
  const patterns = patternsIn(schema);
  const name = JSON.stringify(tool);
  const tooLarge = (actual: number, most: number, what: string): string | undefined =>
    actual > most
      ? `"inputSchema" of the tool ${name} has ${actual} ${what}, and at most ${most} are allowed. Shorten it, or leave it out`
      : undefined;
  const problem =
    tooLarge(Buffer.byteLength(text), MOST_BYTES, 'bytes') ??
    tooLarge(nodes, MOST_VALUES, 'values') ??
    tooLarge(depth, MOST_LEVELS, 'levels of nested objects and lists') ??
    tooLarge(patterns.length, MOST_PATTERNS, 'patterns');
  if (problem !== undefined) return problem;
  const size = patterns.filter(isPattern).reduce((sum, pattern) => sum + sizeOf(pattern), 0);
  const bytes = size > 0 ? Buffer.byteLength(JSON.stringify(input)) : 0;
  const tooManyParts = tooLarge(size, LARGEST_PATTERNS, 'parts in its patterns, repeated by their counts');
  if (tooManyParts !== undefined || size * bytes <= MOST_MATCHING) return tooManyParts;
  return `"arguments" of the tool ${name} have ${bytes} bytes, and at most ${Math.floor(MOST_MATCHING / size)} are allowed for the patterns of its "inputSchema". Shorten the arguments, or leave out patterns`;
};

const patternsIn = (value: JsonValue | undefined): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(patternsIn);
  if (!isObject(value)) return inner;
  const { pattern, patternProperties } = value;
  const own = typeof pattern === 'string' ? [pattern] : [];
  return [...own, ...(isObject(patternProperties) ? Object.keys(patternProperties) : []), ...inner];
};

// An invalid pattern is refused when the schema is compiled. PART would take quadratic time for its open brackets.
const isPattern = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u').unicode;
  } catch {
    return false;
  }
};

/**
 * Returns the number of characters and classes of a pattern, as often as the counts around them repeat them: 12 for
 * `(a[bc]{2}){4}`. The compiled pattern has about as many parts.
 */
const sizeOf = (pattern: string): number => {
  // The sizes of the pattern and of the open groups, the innermost one last.
  const sizes = [0];
  let latest = 0;
  const add = (size: number): void => {
    sizes.push((sizes.pop() ?? 0) + size);
  };
  for (const [part, count] of pattern.matchAll(PART)) {
    if (part.startsWith('(')) {
      sizes.push(0);
    } else if (count !== undefined) {
      add(latest * (Number(count) - 1));
      latest *= Number(count);
    } else {
      latest = part === ')' ? (sizes.pop() ?? 0) : 1;
      add(latest);
    }
  }
  return sizes.reduce((sum, size) => sum + size, 0);
};
