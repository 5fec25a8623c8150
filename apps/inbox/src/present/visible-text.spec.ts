import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { hiddenTextIn } from './hidden-text.js';
import { startOf } from './start-of.js';
import { visibleParts } from './visible-text.js';

const marked = (text: string): readonly (readonly [kind: string, name: string])[] =>
  visibleParts(text).flatMap((part) => (part.kind === 'plain' ? [] : [[part.kind, part.name] as const]));

const code = (...codes: number[]): string => String.fromCodePoint(...codes);

describe('the visible parts of a text', () => {
  it.each([
    ['pay \u202Egnp.exe', 'bidi', 'RIGHT-TO-LEFT OVERRIDE U+202E'],
    ['a\u2066b', 'bidi', 'LEFT-TO-RIGHT ISOLATE U+2066'],
    ['a\u200Fb', 'bidi', 'RIGHT-TO-LEFT MARK U+200F'],
    ['a\u061Cb', 'bidi', 'ARABIC LETTER MARK U+061C'],
    ['a\u200Bb', 'invisible', 'ZERO WIDTH SPACE U+200B'],
    ['a\u200Db', 'invisible', 'ZERO WIDTH JOINER U+200D'],
    ['\uFEFFa', 'invisible', 'BYTE ORDER MARK U+FEFF'],
    ['a\u00ADb', 'invisible', 'SOFT HYPHEN U+00AD'],
    ['a\u3164b', 'invisible', 'HANGUL FILLER U+3164'],
    ['a\u2800b', 'invisible', 'BRAILLE PATTERN BLANK U+2800'],
    [`a${code(0xe0041)}`, 'invisible', 'TAG CHARACTER U+E0041'],
    ['a\uFE0F', 'invisible', 'VARIATION SELECTOR U+FE0F'],
    [`1${code(0xe0101)}`, 'invisible', 'VARIATION SELECTOR U+E0101'],
    ['a\u0007', 'control', 'BELL U+0007'],
    ['a\u0081', 'control', 'CONTROL CHARACTER U+0081'],
    ['a\rb', 'control', 'CARRIAGE RETURN U+000D'],
    ['a\u2028b', 'control', 'LINE SEPARATOR U+2028'],
    ['a\ud83db', 'control', 'LONE SURROGATE U+D83D'],
    ['a\u00a0b', 'space', 'NO-BREAK SPACE U+00A0'],
    ['a\u2009b', 'space', 'UNUSUAL SPACE U+2009'],
    ['a\nb', 'space', 'LINE FEED U+000A'],
    ['a\r\nb', 'space', 'CARRIAGE RETURN AND LINE FEED U+000D U+000A'],
    ['  a b', 'space', 'SPACE U+0020 × 2'],
    ['a b ', 'space', 'SPACE U+0020'],
    ['   ', 'space', 'SPACE U+0020 × 3'],
  ])('%j has a %s: %s', (text, kind, name) => {
    expect(marked(text)).toEqual([[kind, name]]);
  });

  it.each(['', 'a b', '👩‍👩‍👧 and 👍🏽', '❤️ 1️⃣ ☎︎', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'Größe 10 µm, Δt', '漢字 עברית العربية', 'Ελλάδα', 'привет'])(
    '%j has nothing to mark',
    (text) => {
      expect(marked(text)).toEqual([]);
    },
  );

  it('mark letters of another script than the rest of the word', () => {
    expect(visibleParts('at p\u0430ypal and Ελλάδα')).toEqual([
      { kind: 'plain', text: 'at p' },
      { kind: 'lookalike', text: '\u0430', name: 'CYRILLIC LETTER U+0430' },
      { kind: 'plain', text: 'ypal and Ελλάδα' },
    ]);
    expect(marked('G\u03bf\u03bfgle')).toHaveLength(2);
  });

  it('mark the letters that look like Latin ones, and never the Latin ones, however few these are', () => {
    const parts = visibleParts('раураl.com').map(({ kind, text: part }) => [kind, part]);
    expect(parts).toEqual([...[...'раура'].map((letter) => ['lookalike', letter]), ['plain', 'l.com']]);
  });

  it.each([
    ['pay@рау.com', 'рау'],
    ['рау@example.com', 'рау'],
    ['https://рау.example/сот', 'раусот'],
    ['see раурас.com, now', 'раурас'],
    ['раурас.сом', 'раурассом'],
    ['/home/сот', 'сот'],
    ['order А-1043', 'А'],
    ['АВ1043', 'АВ'],
    ['ΑΒ-7', 'ΑΒ'],
  ])('mark words of such letters alone in addresses and identifiers: %s', (value, letters) => {
    const found = visibleParts(value).filter(({ kind }) => kind === 'lookalike');
    expect(found.map((part) => part.text).join('')).toBe(letters);
  });

  it.each(['он на 2-х', 'т.к. сон', 'иван@почта.рф', 'https://пример.рф/дом', 'КОТ', 'Ж-10'])(
    'leave ordinary words as they are: %s',
    (value) => {
      expect(marked(value)).toEqual([]);
    },
  );

  it('mark a joiner that does not join pictures, and tags that name no flag', () => {
    expect(marked(`🏴${code(0xe0068, 0xe0069, 0xe007f)}`)).toHaveLength(3);
    expect(marked('👩\u200D')).toEqual([['invisible', 'ZERO WIDTH JOINER U+200D']]);
    expect(marked('👍\uFE0F\uFE0F')).toHaveLength(1);
  });

  const DANGEROUS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
  // Format characters that are seen, such as the Arabic number sign.
  const SEEN = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}\u{13430}-\u{1343F}]/u;
  const PARTS = [
    '👩',
    '👧',
    '❤',
    '🏴',
    '1',
    '\u20E3',
    '\u200D',
    '\uFE0F',
    '\u202E',
    '\u200B',
    ' ',
    '\n',
    'а',
    'a',
    '\ud800',
    '\u00a0',
  ];
  const text = fc.oneof(
    fc.array(fc.constantFrom(...PARTS), { maxLength: 20 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
    fc.array(fc.integer({ min: 0xe0000, max: 0xe0200 }), { maxLength: 5 }).map((codes) => code(...codes)),
  );

  it('are the text together', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(
          visibleParts(value)
            .map((part) => part.text)
            .join(''),
        ).toBe(value);
      }),
      { numRuns: 2000 },
    );
  });

  it('have no dangerous character in a plain part, except inside an emoji', () => {
    const emoji =
      /\p{Extended_Pictographic}(\p{Emoji_Modifier}|[\uFE0E\uFE0F])?(\u200D\p{Extended_Pictographic}(\p{Emoji_Modifier}|[\uFE0E\uFE0F])?)*|[#*0-9]\uFE0F\u20E3/gu;
    fc.assert(
      fc.property(text, (value) => {
        for (const part of visibleParts(value)) {
          if (part.kind !== 'plain') continue;
          expect([...part.text.replace(emoji, '')].filter((one) => DANGEROUS.test(one) && !SEEN.test(one))).toEqual([]);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a text of a million characters', () => {
  it.each([`a${' '.repeat(1_000_000)}b`, 'a'.repeat(1_000_000), 'ж'.repeat(1_000_000), '\n'.repeat(100_000)])(
    'is split in time',
    (text) => {
      expect(visibleParts(text).length).toBeLessThanOrEqual(100_000);
    },
  );
});

describe('the start of a text', () => {
  it('has no half of a character', () => {
    expect([startOf('ab', 2), startOf('a🙂b', 2), startOf('a🙂b', 3)]).toEqual(['ab', 'a', 'a🙂']);
  });
});

describe('the hidden text of a value', () => {
  it('counts the kinds, in texts and names, and leaves spaces out', () => {
    const value = { 'na\u200Bme': ['a\u202Eb', { to: 'p\u0430ypal\u200B', note: 'a\n\u00a0b' }], n: 3, none: null };
    expect(hiddenTextIn(value)).toEqual([
      { kind: 'bidi', count: 1, names: ['RIGHT-TO-LEFT OVERRIDE U+202E'] },
      { kind: 'invisible', count: 2, names: ['ZERO WIDTH SPACE U+200B'] },
      { kind: 'lookalike', count: 1, names: ['CYRILLIC LETTER U+0430'] },
    ]);
  });
});
