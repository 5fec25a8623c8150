import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { currencyTotals, isUncounted, toolTotals } from './tool-totals.js';

const refund = (amount: number | string, currency?: string) => ({
  toolName: 'refund',
  arguments: { amount, ...(currency !== undefined && { currency }) },
});

describe('the totals of several calls', () => {
  it('add amounts up by tool and currency, and name the largest', () => {
    const payment = { toolName: 'schedulePayment', arguments: { amountInCents: 490_000, currency: 'EUR' } };
    const totals = toolTotals([refund(0.1, 'EUR'), refund('0.2', 'EUR'), refund(5, 'USD'), payment]);
    expect(totals).toEqual([
      { toolName: 'refund', count: 2, money: { currency: 'EUR', sum: '0.3', largest: '0.2' } },
      { toolName: 'refund', count: 1, money: { currency: 'USD', sum: '5', largest: '5' } },
      { toolName: 'schedulePayment', count: 1, money: { currency: 'EUR', sum: '4900.00', largest: '4900.00' } },
    ]);
    expect(currencyTotals(totals)).toMatchObject([
      { count: 3, money: { currency: 'EUR', sum: '4900.30', largest: '4900.00' } },
    ]);
  });

  it('leave out an amount without a currency, and arguments that the list left out', () => {
    const large = { toolName: 'deploy' };
    const email = { toolName: 'sendEmail', arguments: { to: 'ann@example.com' } };
    expect(toolTotals([refund(5), large])).toEqual([
      { toolName: 'refund', count: 1 },
      { toolName: 'deploy', count: 1 },
    ]);
    expect([refund(5), refund(5, 'EUR'), large, email].map(isUncounted)).toEqual([true, false, true, false]);
  });

  it('count every call once, in any order', () => {
    const call = fc
      .tuple(fc.integer({ min: 0, max: 1e6 }), fc.constantFrom('EUR', 'USD', undefined))
      .map(([amount, currency]) => refund(amount, currency));
    fc.assert(
      fc.property(fc.array(call), (calls) => {
        const totals = toolTotals(calls);
        expect(totals.reduce((sum, { count }) => sum + count, 0)).toBe(calls.length);
        const euros = calls.flatMap(({ arguments: { amount, currency } }) =>
          currency === 'EUR' ? Number(amount) : [],
        );
        const total = totals.find(({ money }) => money?.currency === 'EUR')?.money;
        expect(Number(total?.sum ?? 0)).toBe(euros.reduce((one, other) => one + other, 0));
        expect(Number(total?.largest ?? 0)).toBe(Math.max(0, ...euros));
      }),
    );
  });
});
