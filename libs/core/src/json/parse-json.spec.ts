import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { JsonValue } from './json.js';
import { measureJson } from './measure-json.js';
import { parseJson } from './parse-json.js';

const LARGE = { maxBytes: Infinity, maxNodes: Infinity, maxDepth: Infinity };
const parse = (text: string) => parseJson(text, LARGE);

/** A generated JSON text with its expected size. */
interface Written {
  readonly text: string;
  readonly nodes: number;
  readonly depth: number;
  readonly properties: number;
  readonly repeats: boolean;
}

const blank = fc.constantFrom('', '', ' ', '\n\t', '\r ');
const name = fc.oneof(
  fc.constantFrom('a', 'b', '__proto__', 'constructor', '"', '\\', '\\"', ':', '{,}', ''),
  fc.string(),
);
/** A JSON string, sometimes with unnecessary escapes. */
const quoted = fc
  .tuple(fc.oneof(name, fc.string({ unit: 'binary' })), fc.boolean())
  .map(([value, escaped]) => ({ value, text: escaped ? withEscapes(value) : JSON.stringify(value) }));

const withEscapes = (value: string): string =>
  `"${[...Array(value.length).keys()].map((at) => `\\u${value.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

const scalar: fc.Arbitrary<Written> = fc
  .oneof(
    quoted.map(({ text }) => text),
    fc.constantFrom('0', '-1.5e3', '1e999', 'true', 'null'),
  )
  .map((text) => ({ text, nodes: 1, depth: 0, properties: 0, repeats: false }));

const { json } = fc.letrec<{ json: Written }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.tuple(fc.array(tie('json')), blank).map(([items, space]) => ({
      ...around(items),
      text: `[${space}${items.map(({ text }) => text + space).join(',')}]`,
      repeats: items.some(({ repeats }) => repeats),
    })),
    fc.tuple(fc.array(fc.tuple(quoted, tie('json'))), blank).map(([pairs, space]) => {
      const inner = pairs.map(([, value]) => value);
      const size = around(inner);
      return {
        ...size,
        text: `{${space}${pairs.map(([key, { text }]) => `${key.text}${space}:${space}${text}`).join(`${space},${space}`)}}`,
        properties: size.properties + pairs.length,
        repeats: inner.some(({ repeats }) => repeats) || new Set(pairs.map(([key]) => key.value)).size < pairs.length,
      };
    }),
  ),
}));

const around = (inner: readonly Written[]) => ({
  nodes: inner.reduce((sum, { nodes }) => sum + nodes, 1),
  depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  properties: inner.reduce((sum, { properties }) => sum + properties, 0),
});

describe('a JSON text', () => {
  it('is measured correctly', () => {
    fc.assert(
      fc.property(json, blank, ({ text, nodes, depth, properties }, space) => {
        expect(measureJson(space + text + space)).toEqual({ nodes, depth, properties });
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('has the value that JSON.parse returns, unless an object in it has a property twice', () => {
    fc.assert(
      fc.property(json, ({ text, repeats, nodes }) => {
        const value = JSON.parse(text) as JsonValue;
        expect(parse(text)).toEqual(repeats ? { type: 'repeated-property' } : { type: 'value', value, nodes });
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('is malformed exactly if JSON.parse throws', () => {
    const pieces = fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '1', 'null', ' '));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((all) => all.join('')),
        ),
        (text) => {
          const isJson = (() => {
            try {
              JSON.parse(text);
              return true;
            } catch {
              return false;
            }
          })();
          expect(parse(text).type === 'malformed').toBe(!isJson);
        },
      ),
      { seed: 7, numRuns: 2000 },
    );
  });

  it.each([
    ['[9007199254740993]', '/0'],
    ['{"9007199254740993":{"a/b":[1,-9007199254740993]}}', '/9007199254740993/a~1b/1'],
    [`{"a":1,"b":1${'0'.repeat(400)}}`, '/b'],
    ['9007199254740993', ''],
    ['{"b":[1e999,[],{},"]",9007199254740993],"1":9007199254740995}', '/b/4'],
  ])('has no value if parsing rounds an integer of it: %s', (text, path) => {
    expect(parse(text)).toEqual({ type: 'rounded-integer', path });
  });

  it.each([
    '[9007199254740991,-9007199254740992,100000000000000000000]',
    '[0.1234567890123456789,1234567890123456.75,9007199254740993e0]',
    String.raw`{"9007199254740993":"9007199254740993","a\"b":"\\\" 9007199254740993"}`,
  ])('may have long numbers that are not rounded integers: %s', (text) => {
    expect(parse(text)).toMatchObject({ type: 'value', value: JSON.parse(text) as JsonValue });
  });

  it('may have long strings beside a long number', () => {
    const text = JSON.stringify({ a: 'x'.repeat(3_000_000), b: '\\"'.repeat(1_000_000), c: '1234567890123456' });
    expect(parse(text)).toMatchObject({ type: 'value' });
  });

  it.each([
    ['maxBytes', '{"a":"é"}', 10],
    ['maxNodes', '[1,[],{"a":2}]', 5],
    ['maxDepth', '[[{"a":[]}]]', 4],
  ] as const)('is rejected one above %s', (limit, text, size) => {
    expect(parseJson(text, { ...LARGE, [limit]: size })).toMatchObject({ type: 'value' });
    expect(parseJson(text, { ...LARGE, [limit]: size - 1 })).toEqual({ type: 'too-large', limit });
  });

  it('may end in the middle of a text', () => {
    for (const text of ['"', '"\\', '"\\"', '{"a', '{"a\\\\\\"']) expect(parse(text)).toEqual({ type: 'malformed' });
  });
});
