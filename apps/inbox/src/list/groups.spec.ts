import { expect, test } from 'vitest';
import { queryOf } from './groups.js';

test('an address without filters lists what waits, the oldest first', () => {
  expect(queryOf({ view: 'approvals' })).toEqual({ status: ['PENDING'], order: 'oldest', limit: 12 });
});

test('the filters of an address become those of the door', () => {
  const query = queryOf({ view: 'approvals', status: 'closed', tool: 'refund', mine: true, text: 'late' });
  expect(query).toEqual({
    status: ['EXPIRED', 'CANCELLED', 'LAPSED', 'REVOKED'],
    tool: 'refund',
    decidable: true,
    order: 'newest',
    limit: 12,
  });
});

test('words that the door would refuse are not sent', () => {
  const query = queryOf({ view: 'approvals', status: 'DROP TABLE', order: 'random' });
  expect(query).toEqual({ status: ['PENDING'], order: 'oldest', limit: 12 });
  expect(queryOf({ view: 'approvals', status: 'all', order: 'expiring' })).toEqual({ order: 'expiring', limit: 12 });
});
