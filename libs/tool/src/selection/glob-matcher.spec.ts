import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { globMatcher } from './glob-matcher.js';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.', '+'), maxLength: 8 });

describe('a glob', () => {
  it('means what the same pattern means as a regular expression', () => {
    fc.assert(
      fc.property(letters, letters, (glob, name) => {
        const pattern = glob.replaceAll(/[.+]/g, '\\$&').replaceAll('*', '[^]*');
        expect(globMatcher(glob)(name)).toBe(new RegExp(`^${pattern}$`).test(name));
      }),
      { numRuns: 1000 },
    );
  });

  it('takes no longer for a pattern that wants to try everything', () => {
    expect(globMatcher(`${'*a'.repeat(50)}*b`)('a'.repeat(100_000))).toBe(false);
  });
});
