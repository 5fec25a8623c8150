import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { difference, movePoint, withoutZeros } from './decimal.js';

const decimal = fc
  .tuple(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.integer({ min: 0, max: 12 }))
  .map(([units, decimals]) => movePoint(String(units), -decimals)!);

describe('a moved point', () => {
  it.each([
    ['490000', -2, '4900.00'],
    ['5', -2, '0.05'],
    ['-5', -3, '-0.005'],
    ['4900', 2, '490000'],
    ['49.5', 2, '4950'],
    ['49.505', 2, '4950.5'],
    ['0', -2, '0.00'],
    ['90071992547409931', -2, '900719925474099.31'],
  ])('of %s by %i is %s', (plain, places, moved) => {
    expect(movePoint(plain, places)).toBe(moved);
  });

  it('comes back where it was, for every number', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 12 }), (plain, places) => {
        const there = movePoint(plain, places)!;
        expect(withoutZeros(movePoint(there, -places)!)).toBe(withoutZeros(plain));
      }),
    );
  });

  it.each(['1e21', '', ' 1', '1,5', '0x10', 'NaN'])('of %j does not exist', (text) => {
    expect(movePoint(text, 2)).toBeUndefined();
  });
});

describe('the difference of two decimals', () => {
  it('is exact where numbers are not', () => {
    expect(difference('0.3', '0.1')).toBe('0.2');
    expect(difference('12000', '12480.50')).toBe('-480.50');
    expect(difference('a', '1')).toBeUndefined();
  });

  it('has the opposite sign with the numbers swapped, and is zero for equal numbers', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const [there, back] = [difference(one, other)!, difference(other, one)!];
        expect(withoutZeros(difference('0', there)!)).toBe(withoutZeros(back));
        expect(Number(difference(one, one))).toBe(0);
      }),
    );
  });
});
