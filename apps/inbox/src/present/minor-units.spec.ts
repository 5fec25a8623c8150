import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { parseTyped, typedText } from './edit-values.js';

const cents = (currency: string, isText = false) => ({ kind: 'money', isText, currency, isMinorUnit: true }) as const;

describe('an amount in cents', () => {
  it('is typed in the main unit, as the locale writes it', () => {
    expect(typedText(cents('EUR'), 490_000, 'en')).toBe('4900.00');
    expect(typedText(cents('EUR'), 490_000, 'de')).toBe('4900,00');
    expect(typedText(cents('JPY'), 490_000, 'en')).toBe('490000');
    expect(typedText(cents('KWD'), 490_000, 'en')).toBe('490.000');
  });

  it('is the same after it was typed, for every amount, currency and language', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        fc.constantFrom('en', 'de', 'fr', 'de-CH'),
        fc.boolean(),
        (amount, currency, locale, isText) => {
          const value = isText ? String(amount) : amount;
          const field = cents(currency, isText);
          expect(parseTyped(field, typedText(field, value, locale), locale)).toEqual({ ok: true, value });
        },
      ),
    );
  });

  it.each([
    ['', 'empty'],
    ['a lot', 'not-a-number'],
    ['1e3', 'not-a-number'],
    ['0.005', 'part-of-a-cent'],
    ['90071992547409.93', 'not-exact'],
  ])('is refused if a person types %j: %s', (text, problem) => {
    expect(parseTyped(cents('EUR'), text, 'en')).toEqual({ ok: false, problem });
  });

  it('may have zeros that mean nothing, and groups', () => {
    expect(parseTyped(cents('EUR'), '4,780.500', 'en')).toEqual({ ok: true, value: 478_050 });
    expect(parseTyped(cents('EUR'), '-5', 'en')).toEqual({ ok: true, value: -500 });
  });
});
