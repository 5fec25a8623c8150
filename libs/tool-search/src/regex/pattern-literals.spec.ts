import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { compilePattern } from './compile-pattern.js';
import { patternLiterals } from './pattern-literals.js';

describe('the required literals of a pattern', () => {
  it.each([
    ['weather', [['weather']]],
    ['get_.*_Data', [['get_'], ['_data']]],
    ['(create|open).*ticket', [['create', 'open'], ['ticket']]],
    ['weather|^(?:fore)?cast$', [['weather', 'cast']]],
    ['colou?rs+', [['colo'], ['rs']]],
    ['a\\.b\\b[x-z]{2}cd{2,3}', [['a.b'], ['cd']]],
    ['(ab)?c*x', []],
    ['ab|c', []],
    ['\\pL+ab', []],
    ['(?P<name>ab)', []],
    ['.*', []],
  ])('are found in %s', (pattern, literals) => {
    expect(patternLiterals(pattern)).toEqual(literals);
  });

  it('are contained in every matching text', () => {
    const letter = fc.constantFrom('a', 'b', 'A', '_', '\\.', '.', '[ab]', '[^]a]', '\\b', '\\w', '^', '$', '{', 'k{');
    const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
      pattern: fc
        .array(fc.array(tie('part'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
        .map((parts) => parts.map((part) => part.join('')).join('|')),
      part: fc
        .tuple(
          fc.oneof(
            { depthSize: 'small' },
            letter,
            letter,
            tie('pattern').map((inner) => `(${inner})`),
            tie('pattern').map((inner) => `(?:${inner})`),
          ),
          fc.constantFrom('', '', '', '?', '*', '+', '+?', '{2}', '{0,1}', '{1,}'),
        )
        .map(([unit, quantifier]) => (/^[\^$]$|^\\b$|\{$/.test(unit) ? unit : unit + quantifier)),
    }));
    fc.assert(
      fc.property(
        pattern,
        fc.string({ unit: fc.constantFrom('a', 'b', '_', '.', ' ', '{', 'k'), maxLength: 12 }),
        (pattern, text) => {
          const compiled = compilePattern(pattern);
          if (!compiled?.test(text)) return;
          for (const anyOf of patternLiterals(pattern))
            expect(anyOf.some((literal) => text.includes(literal))).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
