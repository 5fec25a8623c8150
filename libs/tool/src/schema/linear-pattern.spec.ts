import { describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import { jsonSchemaValidator } from '../validation/json-schema-validator.js';
import { compilePattern } from './linear-pattern.js';

const SIGNS = ['a', 'b', 'Z', '0', '-', '_', '.', '[', ']', '^', '$', '/', '\\', 'é', 'Ω', '😀'];
const SPACES = [' ', '\t', '\n', '\v', '\f', '\r', '\b', '\0', '\u00a0', '\u1680', '\u2028', '\u2029', '\ufeff'];
const text = fc.array(fc.constantFrom(...SIGNS, ...SPACES), { maxLength: 6 }).map((signs) => signs.join(''));

const escape = fc.constantFrom('\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\t', '\\n', '\\v', '\\f', '\\r', '\\0');
const code = fc.constantFrom('\\u00e9', '\\u{1F600}', '\\ud83d\\ude00', '\\x61', '\\cM', '\\u{2028}');
const property = fc.constantFrom('\\p{L}', '\\P{Lu}', '\\p{Script=Greek}', '\\p{sc=Latin}', '\\p{gc=Nd}');
const punctuation = fc.constantFrom('\\.', '\\[', '\\]', '\\^', '\\$', '\\/', '\\\\');
const inClass = fc.oneof(
  escape,
  code,
  property,
  punctuation,
  fc.constantFrom('a-z', '0-9', 'é', '.', '[', '$', '^', '\\-', '\\b', '[[:alpha:', 'Ω', '😀', '\\u{0}-\\u{1F}'),
);
const characterClass = fc
  .tuple(fc.constantFrom('[', '[^'), fc.array(inClass, { maxLength: 3 }))
  .map(([open, parts]) => `${open}${parts.join('')}]`);
const { pattern } = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.constantFrom('a', 'b', 'é', '😀', '-', '.', '/'),
    fc.oneof(escape, code, property, punctuation, characterClass),
    fc.tuple(fc.constantFrom('(', '(?:', '(?<name>'), tie('pattern')).map(([open, inner]) => `${open}${inner})`),
  ),
  pattern: fc
    .array(
      fc.tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+?', '?', '{2}', '{1,3}')).map((parts) => parts.join('')),
      { maxLength: 3 },
    )
    .chain((parts) => fc.constantFrom('', '', '^', '|').map((start) => start + parts.join('')))
    .chain((inner) => fc.constantFrom('', '', '$', '\\b', '\\B').map((end) => inner + end)),
}));

const isPattern = (source: string): boolean => {
  try {
    return new RegExp(source, 'u').unicode;
  } catch {
    return false;
  }
};

describe('a pattern of a schema', () => {
  it('matches the same texts as in JavaScript', () => {
    fc.assert(
      fc.property(pattern.filter(isPattern), fc.array(text, { minLength: 8, maxLength: 8 }), (source, texts) => {
        const linear = compilePattern(source);
        expect(linear).toBeDefined();
        for (const one of texts) expect([one, linear!.test(one)]).toEqual([one, new RegExp(source, 'u').test(one)]);
      }),
      { seed: 7, numRuns: inject('isThorough') ? 2000 : 500 },
    );
  });

  it.each(['(?=a)', '(?!a)', '(?<=a)', '(?<!a)', '(a)\\1', '(?<n>a)\\k<n>', 'a{1001}'])(
    'is rejected if it requires backtracking: %s',
    (source) => {
      expect(compilePattern(source)).toBeUndefined();
    },
  );

  it('must be a regular expression', () => {
    expect(() => compilePattern('(')).toThrow(SyntaxError);
    expect(() => jsonSchemaValidator({ properties: { a: { pattern: '(' } } })).toThrow('is not a valid JSON Schema');
  });

  // An engine that backtracks takes years for each of these.
  it.each(['^(a+)+$', '^(?:a|a)*$', '^(a|aa)+$', '(a*)*b'])(
    'runs in time linear in the length of the text: %s',
    (source) => {
      const schema = { patternProperties: { [source]: { type: 'number' } }, additionalProperties: { pattern: source } };
      const a = 'a'.repeat(10_000);
      expect(jsonSchemaValidator(schema)({ [`${a}!`]: `${a}!` })).toEqual({
        type: 'issues',
        issues: [{ path: `/${a}!`, message: `must match the pattern ${source}` }],
      });
    },
  );
});
