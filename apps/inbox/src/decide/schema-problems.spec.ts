import { describe, expect, it } from 'vitest';
import { schemaProblems } from './schema-problems.js';

const schema = {
  type: 'object',
  properties: {
    orderNumber: { type: 'string', pattern: '^[A-Z]-\\d{4}$', maxLength: 8 },
    amount: { type: 'number', minimum: 0.01, maximum: 5000 },
    currency: { type: 'string', enum: ['EUR', 'USD'] },
    items: { type: 'array', maxItems: 2, items: { $ref: '#/$defs/item' } },
    who: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['orderNumber', 'amount'],
  additionalProperties: false,
  $defs: { item: { type: 'object', properties: { 'a/b': { type: 'integer' } } } },
};

const found = (args: object) =>
  schemaProblems(schema, args as never).map(({ path, rule, limit }) => [path.join('.'), rule, limit]);

describe('the problems of edited arguments', () => {
  it('are none if they match the schema', () => {
    expect(found({ orderNumber: 'A-1043', amount: 80, who: null })).toEqual([]);
  });

  it('name the value, the rule and what the rule allows', () => {
    expect(found({ amount: 0, currency: 'CHF', more: 1, items: [1, 2, 3] })).toEqual([
      ['orderNumber', 'required', 'orderNumber'],
      ['amount', 'minimum', '0.01'],
      ['currency', 'enum', ''],
      ['items', 'maxItems', '2'],
      ['items.0', 'type', 'object'],
      ['items.1', 'type', 'object'],
      ['items.2', 'type', 'object'],
      ['more', 'false', ''],
    ]);
  });

  it('reach into references and names with a slash', () => {
    expect(found({ orderNumber: 'A-1043', amount: 80, items: [{ 'a/b': 1.5 }] })).toEqual([
      ['items.0.a/b', 'type', 'integer'],
    ]);
  });

  it('report a choice once, and not the rules of each branch', () => {
    expect(found({ orderNumber: 'A-1043', amount: 80, who: 5 })).toEqual([['who', 'anyOf', '']]);
  });

  it('are left to the server if the schema cannot be read', () => {
    expect(schemaProblems({ $ref: '#/nowhere' }, {})).toEqual([]);
    expect(schemaProblems(undefined, {})).toEqual([]);
  });
});
