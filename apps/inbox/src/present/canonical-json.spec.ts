import { describe, expect, it } from 'vitest';
import serialize from 'canonicalize';
import * as fc from 'fast-check';
import type { JsonBody } from 'toolgate/http/client';
import { canonicalLines, canonicalText, foldedAtFirst, seenLines } from './canonical-json.js';

const canonicalize = serialize as unknown as (value: unknown) => string;

describe('canonical JSON', () => {
  it('is printed with the names in order and one value in a line', () => {
    expect(canonicalText({ b: [1, 'x'], a: { z: null, y: {} }, é: [], B: true })).toBe(
      `{
  "B": true,
  "a": {
    "y": {},
    "z": null
  },
  "b": [
    1,
    "x"
  ],
  "é": []
}`,
    );
  });

  it('is what the server hashes, except for the white space', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as JsonBody;
        const lines = canonicalLines(plain);
        const compact = lines.flatMap(({ tokens }) => tokens.map(({ text }) => (text === ': ' ? ':' : text))).join('');
        expect(compact).toBe(canonicalize(plain));
        expect(JSON.parse(canonicalText(plain))).toEqual(plain);
      }),
    );
  });

  it('marks what a person would not see in strings and names', () => {
    const [, line] = canonicalLines({ 'a\u200B': 'x\u202Ey\n' });
    expect(line!.tokens).toMatchObject([
      { type: 'name', parts: [{ text: '"a' }, { kind: 'invisible' }, { text: '"' }] },
      { type: 'mark' },
      { type: 'string', parts: [{ text: '"x' }, { kind: 'bidi' }, { text: 'y\\n"' }] },
    ]);
  });

  it('is folded from 200 lines on', () => {
    const lines = canonicalLines({ few: [1, 2], many: Array.from({ length: 500 }, (_, index) => index), last: 1 });
    const folded = foldedAtFirst(lines);
    const shown = seenLines(lines, folded).map((index) => lines[index]!.tokens.map(({ text }) => text).join(''));
    expect(shown).toEqual(['{', '"few": [', '1,', '2', '],', '"last": 1,', '"many": [', '}']);
    expect(seenLines(lines, new Set()).length).toBe(lines.length);
    expect(foldedAtFirst(canonicalLines(Array.from({ length: 100 }, () => [1])))).toEqual(new Set());
  });
});
