import { expect, it } from 'vitest';
import type { JsonSchema } from 'toolgate/model';
import { isRecursive } from './is-recursive.js';

const A = '#/$defs/A';
const cases: readonly (readonly [string, boolean, JsonSchema])[] = [
  ['has no reference', false, { properties: { a: {} } }],
  [
    'refers to one thing twice',
    false,
    { properties: { a: { $ref: A }, b: { $ref: A } }, $defs: { A: { type: 'string' } } },
  ],
  ['refers to itself', true, { properties: { a: { items: { $ref: '#' } } } }],
  ['refers to what refers to itself', true, { $ref: A, $defs: { A: { anyOf: [{ items: { $ref: A } }, {}] } } }],
  ['refers in a circle', true, { $defs: { A: { not: { $ref: '#/$defs/B' } }, B: { items: [{ $ref: A }] } } }],
  ['refers by a name that only the checker knows', true, { $ref: '#name', $defs: { A: { $anchor: 'name' } } }],
  ['refers dynamically', true, { items: { $dynamicRef: '#node' } }],
];

it.each(cases)('a schema that %s: %o', (_, expected, schema) => {
  expect(isRecursive(schema)).toBe(expected);
});
