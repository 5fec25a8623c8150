import { expect, test } from 'vitest';
import { listed } from './listed.fixture.js';
import { matching } from './matches.js';

const items = [
  listed({ id: 'a1', requester: 'ann', conversation: 'support-7' }),
  listed({ id: 'a2', toolName: 'sendEmail', arguments: { to: 'Bob@Example.com', lines: [{ text: 'Late' }] } }),
  listed({ id: 'a3', arguments: {}, message: 'A large refund', reason: 'above the limit' }),
];

const found = (text: string): readonly string[] => matching(items, text).map(({ id }) => id);

test.each([
  ['', ['a1', 'a2', 'a3']],
  ['send email', ['a2']],
  ['sendemail', ['a2']],
  ['bob@example', ['a2']],
  ['late', ['a2']],
  ['SUPPORT-7', ['a1']],
  ['limit large', ['a3']],
  ['limit ann support', []],
])('%j finds %j', (text, ids) => {
  expect(found(text)).toEqual(ids);
});

test('names of properties are not searched', () => {
  expect(found('orderNumber')).toEqual([]);
});
