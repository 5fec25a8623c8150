import * as fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { countWords, ownDuration, ownMoney, ownNumber } from './own-format.js';

const numRuns = inject('isThorough') ? 2000 : 400;

const LOCALES = ['en', 'en-US', 'de', 'de-DE'] as const;
const locale = fc.constantFrom(...LOCALES);
const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), fc.stringMatching(/^\d{0,6}$/))
  .map(([isNegative, whole, fraction]) => `${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}`)
  .filter((plain) => Number(plain) !== 0) as fc.Arbitrary<`${number}`>;

describe('the own formats of the page', () => {
  it('write numbers as Intl does', () => {
    fc.assert(
      fc.property(decimal, locale, (plain, language) => {
        const usual = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
        expect(ownNumber(plain, language)).toBe(usual.format(plain));
        const years = new Intl.NumberFormat(language, { maximumFractionDigits: 20, useGrouping: 'min2' });
        expect(ownNumber(plain, language, { groupedFrom: 5 })).toBe(years.format(plain));
      }),
      { numRuns },
    );
  });

  it('write amounts as Intl does', () => {
    fc.assert(
      fc.property(decimal, fc.constantFrom('EUR', 'USD', 'GBP'), locale, (plain, currency, language) => {
        const digits = { minimumFractionDigits: 2, maximumFractionDigits: 20 };
        const format = new Intl.NumberFormat(language, { style: 'currency', currency, ...digits });
        expect(ownMoney(plain, currency, language)).toBe(format.format(plain));
      }),
      { numRuns },
    );
  });

  it('write lengths of time and counts as Intl does', () => {
    const unit = fc.constantFrom('day', 'hour', 'minute', 'second');
    fc.assert(
      fc.property(fc.oneof(fc.nat(120), fc.nat()), unit, locale, (count, name, language) => {
        const format = new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' });
        expect(ownDuration(count, name, language)).toBe(format.format(count));
        expect(countWords(count, language)).toBe(count.toLocaleString(language));
      }),
      { numRuns },
    );
  });

  it.each(['-0', '-0.00', '1e21', '0x10', '007', '1234567890123456', ' 1', '1.', ''])('leave %j to Intl', (text) => {
    expect(ownNumber(text, 'en')).toBeUndefined();
    expect(ownMoney(text, 'EUR', 'en')).toBeUndefined();
  });

  it('leave other currencies and countries to Intl', () => {
    expect(ownMoney('5', 'JPY', 'en')).toBeUndefined();
    expect(ownMoney('5', 'toString', 'en')).toBeUndefined();
    for (const other of ['en-GB', 'en-IN', 'de-AT', 'de-CH', 'fr']) {
      expect(ownMoney('5', 'EUR', other)).toBeUndefined();
      expect(ownDuration(5, 'day', other)).toBeUndefined();
      expect(countWords(1_234_567, other)).toBe((1_234_567).toLocaleString(other));
    }
  });
});
