import { expect, test } from 'vitest';
import type { JsonObjectBody } from 'toolgate/http/client';
import { listed } from './listed.fixture.js';
import { tellingLine } from './telling-line.js';

const reader = { locale: 'en', now: Date.parse('2026-11-22T15:00:00Z'), timeZone: 'UTC' };
const lineOf = (args: JsonObjectBody | undefined, message?: string): string | undefined => {
  const { arguments: _, ...rest } = listed();
  return tellingLine({ ...rest, ...(args && { arguments: args }), ...(message !== undefined && { message }) }, reader);
};

test('the amount and the target come first', () => {
  const args = { amount: 12480.5, currency: 'EUR', isUrgent: true, recipient: 'Northwind', reference: 'Invoice 7' };
  expect(lineOf(args)).toBe('€12,480.50 · Northwind · Invoice 7 · Is urgent');
});

test('an amount without a currency keeps its name', () => {
  expect(lineOf({ amount: 80 })).toBe('Amount 80');
});

test('secrets, lists and objects are left out', () => {
  expect(lineOf({ password: 'hunter2', lines: [1], more: { a: 1 }, to: 'ann@example.com' })).toBe('ann@example.com');
});

test('without arguments to show, the message for the approver stands there', () => {
  expect(lineOf({}, 'Check the order.')).toBe('Check the order.');
  expect(lineOf(undefined, 'Check the order.')).toBe('Check the order.');
  expect(lineOf({ to: 'ann@example.com' }, 'Check the order.')).toBe('ann@example.com');
});
