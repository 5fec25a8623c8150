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
const MOST_MATCHING = 1_000_000_000;

/** A count, `{3}`, or a range of counts, `{1,64}`, in a pattern. */
const COUNT = /\{(?:\d+,)?(\d+),?\}/g;

/**
 * Returns why the schema of a tool, or the arguments that it validates, would block the process for long, and what to do;
 * undefined if they are small enough.
 */
export const schemaProblem = (tool: string, schema: JsonObject, input: JsonValue): string | undefined => {
  const text = JSON.stringify(schema);
  const { nodes, depth } = measureJson(text);
  const patterns = patternsIn(schema);
  const size = patterns.reduce((sum, pattern) => sum + sizeOf(pattern), 0);
  const sizes: readonly (readonly [number, number, string])[] = [
    [Buffer.byteLength(text), MOST_BYTES, 'bytes'],
    [nodes, MOST_VALUES, 'values'],
    [depth, MOST_LEVELS, 'levels of nested objects and lists'],
    [patterns.length, MOST_PATTERNS, 'patterns'],
    [size, LARGEST_PATTERNS, 'characters in its patterns, each times its largest count'],
  ];
  const [actual, most, what] = sizes.find(([count, limit]) => count > limit) ?? [];
  const name = JSON.stringify(tool);
  if (what !== undefined)
    return `"inputSchema" of the tool ${name} has ${actual} ${what}, and at most ${most} are allowed. Shorten it, or leave it out`;
  const bytes = size > 0 ? Buffer.byteLength(JSON.stringify(input)) : 0;
  if (size * bytes <= MOST_MATCHING) return undefined;
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

// The compiled pattern contains a counted part as often as its count.
const sizeOf = (pattern: string): number => {
  let largest = 1;
  for (const [, count] of pattern.matchAll(COUNT)) largest = Math.max(largest, Number(count));
  return pattern.length * largest;
};
