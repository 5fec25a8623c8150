import type { JsonBody } from 'toolgate/http/client';
import { type TextPart, visibleParts } from './visible-text.js';

/** A piece of a line of JSON, for its color. */
export type JsonToken =
  | { readonly type: 'name' | 'string'; readonly text: string; readonly parts: readonly TextPart[] }
  | { readonly type: 'number' | 'word' | 'mark'; readonly text: string };

/** One line of pretty-printed JSON. */
export interface JsonLine {
  readonly indent: number;
  readonly tokens: readonly JsonToken[];
  /** Of a line that opens an object or a list: the index of the line that closes it. */
  readonly closedAt?: number;
}

/** From this number of lines on, a value is folded. */
export const MANY_LINES = 200;

/**
 * Returns the lines of a value as JSON, with its names in the order of RFC 8785: the order in which the server hashes
 * the arguments.
 */
export const canonicalLines = (value: JsonBody): readonly JsonLine[] => {
  const lines: JsonLine[] = [];
  print(value, { indent: 0, before: [], after: [] }, lines);
  return lines;
};

/** Returns the same JSON as text. */
export const canonicalText = (value: JsonBody): string =>
  canonicalLines(value)
    .map(({ indent, tokens }) => '  '.repeat(indent) + tokens.map(({ text }) => text).join(''))
    .join('\n');

interface Place {
  readonly indent: number;
  readonly before: readonly JsonToken[];
  readonly after: readonly JsonToken[];
}

interface Member {
  readonly value: JsonBody;
  readonly before: readonly JsonToken[];
}

const print = (value: JsonBody, place: Place, lines: JsonLine[]): void => {
  const members = membersOf(value);
  const { indent, before, after } = place;
  if (members === undefined) {
    lines.push({ indent, tokens: [...before, scalar(value), ...after] });
    return;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) {
    lines.push({ indent, tokens: [...before, mark(open + close), ...after] });
    return;
  }
  const openedAt = lines.length;
  const tokens = [...before, mark(open)];
  lines.push({ indent, tokens });
  members.forEach((member, index) => {
    const isLast = index === members.length - 1;
    print(member.value, { indent: indent + 1, before: member.before, after: isLast ? [] : [mark(',')] }, lines);
  });
  lines[openedAt] = { indent, tokens, closedAt: lines.length };
  lines.push({ indent, tokens: [mark(close), ...after] });
};

const membersOf = (value: JsonBody): readonly Member[] | undefined => {
  if (Array.isArray(value)) return value.map((item: JsonBody) => ({ value: item, before: [] }));
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value)
    .filter((entry): entry is [string, JsonBody] => entry[1] !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, property]) => ({ value: property, before: [quoted('name', name), mark(': ')] }));
};

const scalar = (value: JsonBody): JsonToken => {
  if (typeof value === 'string') return quoted('string', value);
  return { type: typeof value === 'number' ? 'number' : 'word', text: JSON.stringify(value) };
};

const mark = (text: string): JsonToken => ({ type: 'mark', text });

const quoted = (type: 'name' | 'string', value: string): JsonToken => {
  const text = JSON.stringify(value);
  return { type, text, parts: visibleParts(text) };
};

/** Returns the opening lines of the objects and lists that are folded at first, because the whole has many lines. */
export const foldedAtFirst = (lines: readonly JsonLine[]): ReadonlySet<number> => {
  if (lines.length < MANY_LINES) return new Set();
  const opening = lines.flatMap(({ closedAt }, index) =>
    index > 0 && closedAt !== undefined && closedAt - index > MANY_LINES / 10 ? [index] : [],
  );
  return new Set(opening);
};

/** Returns the indexes of the lines that are seen while some are folded. */
export const seenLines = (lines: readonly JsonLine[], folded: ReadonlySet<number>): readonly number[] => {
  const seen: number[] = [];
  for (let index = 0; index < lines.length; index++) {
    seen.push(index);
    // The closing mark is shown at the end of the folded line.
    if (folded.has(index)) index = lines[index]?.closedAt ?? index;
  }
  return seen;
};
