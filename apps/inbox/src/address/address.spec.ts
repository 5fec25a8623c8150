import { expect, test } from 'vitest';
import { type Address, readAddress, writeAddress } from './address.js';

test.each<[string, Address]>([
  ['', { view: 'approvals' }],
  [
    '?approval=a%2F1&status=decided&tool=refund&text=late&order=newest&mine=true',
    {
      view: 'approvals',
      approval: 'a/1',
      status: 'decided',
      tool: 'refund',
      text: 'late',
      order: 'newest',
      mine: true,
    },
  ],
  ['?view=runs&run=r1', { view: 'runs', run: 'r1' }],
  ['?view=activity', { view: 'activity' }],
])('the address %j is read and written', (search, address) => {
  expect(readAddress(search)).toEqual(address);
  expect(new Set(writeAddress(address).slice(1).split('&'))).toEqual(new Set(search.slice(1).split('&')));
});

test('a run names its page, and an unknown page is not the first one', () => {
  expect(readAddress('?run=r1').view).toBe('runs');
  expect(readAddress('?view=settings').view).toBe('unknown');
  expect(writeAddress({ view: 'unknown' })).toBe('');
});
