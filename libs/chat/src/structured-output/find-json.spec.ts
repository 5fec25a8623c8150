import { describe, expect, it, vi } from 'vitest';
import * as fc from 'fast-check';
import type { JsonValue } from 'toolgate/model';
import { findJson } from './find-json.js';
import { GrowingJson } from './growing-json.js';
import { JsonFinder } from './json-finder.js';

const json = { name: 'Ada', born: 1815, notes: ['{', 'a "quoted" }', '<think>no</think>', '```'] };
const text = JSON.stringify(json);
const found = (answer: string): unknown => {
  const result = findJson(answer);
  return result.type === 'json' ? result.json : result.issue;
};

describe('the JSON in an answer', () => {
  it.each([
    ['alone', text],
    ['in a fence', `\`\`\`json\n${text}\n\`\`\``],
    ['in a fence without a language', `\`\`\`\n${text}\n\`\`\``],
    ['in a fence on one line', `\`\`\`${text}\`\`\``],
    ['between prose', `Here is the JSON: ${text} Hope this helps {smile} [1]!`],
    ['between prose and in a fence', `Sure!\n\n\`\`\`json\n${JSON.stringify(json, null, 2)}\n\`\`\`\nAnything else?`],
    ['after thinking', `<think>A person {maybe}? {"name": "Bob"}</think>\n${text}`],
    [
      'after thinking of all kinds',
      `<Thinking type="deep">a</Thinking><REASONING>[1, 2]</REASONING>${text}<think></think>`,
    ],
    [
      'after a fenced block of thinking',
      `\`\`\`thinking\nwould [1, 2] or {"a": 1} fit?\n\`\`\`\n\`\`\`json\n${text}\n\`\`\``,
    ],
    ['after a comment', `<!-- thinking: [1, ${text}] -->${text}`],
    ['after thinking without a start tag', `The name could be [${text}].</think>${text}`],
    ['after an example', `For example {"name": ""}. So:\n${text}`],
    ['after an unknown tag', `<thinker> 1 < 2, [see above]: ${text}`],
  ])('is found %s', (_, answer) => {
    expect(found(answer)).toEqual(json);
  });

  it('is found in a thinking section without an end', () => {
    expect(found('<think>{"b": 2}</think><think>Let me answer: {"a": 1}')).toEqual({ a: 1 });
  });

  it('is not found in a thinking section without an answer', () => {
    expect(found('<think>{"a": 1}</think>I do not know.')).toMatchObject({ message: 'has no JSON in it' });
  });

  it.each([
    ['42', 42],
    [' true\n', true],
    ['"a [b] {c}"', 'a [b] {c}'],
    ['```json\n"good"\n```', 'good'],
    ['```null```', null],
    ['<think>seven times six: [1]</think>42', 42],
    ['[]', []],
  ])('may be any JSON value: %s', (answer, expected) => {
    expect(found(answer)).toEqual(expected);
  });

  it.each([
    ['   ', { path: '', message: 'is empty, and must be JSON' }],
    ['I cannot tell.', { path: '', message: 'has no JSON in it' }],
    ['{"a": [1, 2, {"b": "tex', { path: '/a/2/b', message: 'is cut off here' }],
    ['Like {"a": 1}, so: {"a": 1, "b": [', { path: '/b/0', message: 'is cut off here' }],
    ["{'a': 1}", { path: '/', message: 'is not valid JSON from here on' }],
    ['{"a": {"b": [1, 2,]}}', { path: '/a/b/2', message: 'is not valid JSON from here on' }],
    ['{"a": 01}', { path: '/a', message: 'is not valid JSON from here on' }],
    ['{"a": "line\nbreak"}', { path: '/a', message: 'is not valid JSON from here on' }],
    ['{"a": "\\x"}', { path: '/a', message: 'is not valid JSON from here on' }],
  ])('is reported as missing or invalid with its place: %j', (answer, issue) => {
    expect(found(answer)).toEqual(issue);
  });

  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true });
  const list = fc.array(fc.jsonValue({ maxDepth: 2 }));
  const words = fc.string().map((said) => said.replaceAll(/[{[<`]/gu, ''));
  const thinking = fc.tuple(fc.constantFrom('think', 'Thinking', 'REASONING'), fc.string()).map(([name, said]) => {
    const inside = said.replaceAll('<', '');
    return `<${name}>${inside}</${name}>`;
  });
  const before = fc.array(fc.oneof(words, thinking), { maxLength: 3 }).map((parts) => parts.join(''));
  const fence = fc.constantFrom(['', ''], ['```json\n', '\n```'], ['```\n', '\n```'], ['```', '```']);

  it('is found in any surrounding text', () => {
    fc.assert(
      fc.property(fc.oneof(object, list), before, fence, words, (value, prefix, [open, close], suffix) => {
        const written = JSON.stringify(value);
        expect(found(`${prefix} ${open}${written}${close} ${suffix}`)).toEqual(JSON.parse(written) as JsonValue);
      }),
    );
  });

  it('is always JSON, and the search never throws', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ',',
      ':',
      'a',
      '1',
      '<think>',
      '</think>',
      '```',
      '\n',
      '\\u00',
      '<!--',
      '-->',
      'true',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        expect(['json', 'none']).toContain(findJson(parts.join('')).type);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['open braces', '{'],
    ['open lists', '['],
    ['open objects', '{"a":'],
    ['tags', '<think>'],
    ['ends of tags', '</think>'],
    ['halves of tags', '<think '],
    ['fences', '```thinking\n'],
    ['objects', '{"a":1} '],
    ['quotes', '{"'],
    ['backslashes', '{"\\\\'],
    ['spaces', ' x'],
    ['ticks', '`'],
  ])('is searched in linear time: %s', (_, piece) => {
    const stepsFor = (length: number): number => {
      const answer = piece.repeat(Math.ceil(length / piece.length));
      return stepsOf(() => findJson(answer));
    };
    const steps = stepsFor(20_000);
    expect(steps).toBeGreaterThan(0);
    expect(stepsFor(40_000)).toBeLessThan(2.1 * steps);
  });
});

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Counts the reader methods that a function calls, and the characters that it parses and tests. */
const stepsOf = (work: () => unknown): number => {
  let steps = 0;
  const readers = [JsonFinder.prototype, GrowingJson.prototype] as unknown as readonly Methods[];
  const spies = readers.flatMap((reader) =>
    Object.getOwnPropertyNames(reader)
      .filter((name) => name !== 'constructor')
      .map((name) => {
        const method = reader[name]!;
        reader[name] = function (...args) {
          steps += 1;
          return method.apply(this, args);
        };
        return () => (reader[name] = method);
      }),
  );
  const { parse } = JSON;
  const tested = vi.spyOn(RegExp.prototype, 'test');
  JSON.parse = (text: string) => {
    steps += text.length;
    return parse(text) as unknown;
  };
  try {
    work();
    return tested.mock.calls.reduce((sum, [text]) => sum + text.length, steps);
  } finally {
    JSON.parse = parse;
    tested.mockRestore();
    for (const restore of spies) restore();
  }
};
