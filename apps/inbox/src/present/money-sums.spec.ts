import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { moneySums } from './money-sums.js';

const call = (amount: number | string, currency?: string) => ({ arguments: { amount, ...(currency && { currency }) } });

test('amounts are added for each currency, without rounding', () => {
  expect(moneySums([call('0.10', 'EUR'), call('0.20', 'EUR'), call(5, 'USD')])).toEqual([
    { currency: 'EUR', calls: 2, total: '0.30', largest: '0.20' },
    { currency: 'USD', calls: 1, total: '5', largest: '5' },
  ]);
});

test('cents are added in the main unit', () => {
  const cents = (amountInCents: number) => ({ arguments: { amountInCents, currency: 'EUR' } });
  expect(moneySums([cents(4999), cents(1)])).toEqual([{ currency: 'EUR', calls: 2, total: '50.00', largest: '49.99' }]);
});

test('an amount without a currency, and arguments that are not loaded, count for no sum', () => {
  expect(moneySums([call(5), { arguments: undefined }])).toEqual([]);
});

test('the sum of whole cents is exact, and the largest is the largest', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { minLength: 1, maxLength: 20 }), (cents) => {
      const text = (value: number) => `${Math.trunc(value / 100)}.${String(value % 100).padStart(2, '0')}`;
      const [only] = moneySums(cents.map((value) => call(text(value), 'EUR')));
      expect(only).toEqual({
        currency: 'EUR',
        calls: cents.length,
        total: text(cents.reduce((all, one) => all + one)),
        largest: text(Math.max(...cents)),
      });
    }),
  );
});
