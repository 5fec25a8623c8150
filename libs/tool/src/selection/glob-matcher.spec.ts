import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { globMatcher } from './name-matcher.js';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.', '+'), maxLength: 8 });

describe('a glob', () => {
  it('matches the same names as the equivalent regular expression', () => {
    fc.assert(
      fc.property(letters, letters, (glob, name) => {
        const pattern = glob.replaceAll(/[.+]/g, '\\$&').replaceAll('*', '[^]*');
        expect(globMatcher(glob)(name)).toBe(new RegExp(`^${pattern}$`).test(name));
      }),
      { numRuns: 1000 },
    );
  });

  it('stays fast for a pattern that would cause backtracking', () => {
    expect(globMatcher(`${'*a'.repeat(50)}*b`)('a'.repeat(100_000))).toBe(false);
  });
});
