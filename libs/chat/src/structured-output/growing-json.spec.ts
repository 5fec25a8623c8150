import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { JsonValue } from 'toolgate/model';
import { GrowingJson } from './growing-json.js';

const growth = (...pieces: readonly string[]): readonly JsonValue[] => {
  const json = new GrowingJson();
  return pieces.map((piece) => {
    json.read(piece, 0);
    return json.value();
  });
};

describe('the parser of partial JSON', () => {
  it('shows texts, lists and objects as they are written, numbers and words when they are complete', () => {
    expect(
      growth('{"na', 'me": "A', 'da", "born', '": 18', '15, "tags": ["a', '", nu', 'll', '], "x": {', '}}'),
    ).toEqual([
      {},
      { name: 'A' },
      { name: 'Ada' },
      { name: 'Ada' },
      { name: 'Ada', born: 1815, tags: ['a'] },
      { name: 'Ada', born: 1815, tags: ['a'] },
      { name: 'Ada', born: 1815, tags: ['a'] },
      { name: 'Ada', born: 1815, tags: ['a', null], x: {} },
      { name: 'Ada', born: 1815, tags: ['a', null], x: {} },
    ]);
  });

  it('never shows half a character', () => {
    expect(growth('["\\ud83d', '\\ude', '00 \\', 'n', '"]')).toEqual([[''], [''], ['😀 '], ['😀 \n'], ['😀 \n']]);
  });

  it('never changes what it has shown', () => {
    const shown = growth('[{"a": "x', 'y"}, [1', ', 2]', ', {}', ']');
    expect(shown).toEqual([
      [{ a: 'x' }],
      [{ a: 'xy' }, []],
      [{ a: 'xy' }, [1, 2]],
      [{ a: 'xy' }, [1, 2], {}],
      [{ a: 'xy' }, [1, 2], {}],
    ]);
  });

  it('ignores prototypes', () => {
    const [value] = growth('{"__proto__": {"admin": true}, "a": 1}');
    expect(value).toEqual({ a: 1 });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  const cut = (text: string, places: readonly number[]): readonly string[] => {
    const ends = [...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
    return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
  };
  const keys = fc.string().filter((key) => key !== '__proto__');
  const value = fc.letrec<{ value: unknown; root: object }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: 'binary' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      tie('root'),
    ),
    root: fc.oneof(
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(keys, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    ),
  })).root;

  it('ends with the result of JSON.parse for any split of the text', () => {
    fc.assert(
      fc.property(value, fc.array(fc.nat()), fc.constantFrom(undefined, 2), (made, places, indent) => {
        const text = JSON.stringify(made, null, indent);
        const json = new GrowingJson();
        for (const piece of cut(text, places)) {
          expect(json.read(piece, 0)).toBe(piece.length);
          JSON.stringify(json.value());
        }
        expect(json.status).toBe('complete');
        expect(json.value()).toEqual(JSON.parse(text) as JsonValue);
      }),
    );
  });

  it('completes exactly if JSON.parse accepts the text', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '"a"',
      ',',
      ':',
      '-1.5e3',
      '0',
      '1',
      'e',
      'null',
      'true',
      ' ',
      '\\',
      '\\u0041',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = `[${parts.join('')}`;
        const json = new GrowingJson();
        const end = json.read(text, 0);
        const isWhole = json.status === 'complete' && text.slice(end).trim() === '';
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          parsed = undefined;
        }
        expect(isWhole ? json.value() : undefined).toEqual(parsed);
      }),
      { numRuns: 2000 },
    );
  });
});
