import { describe, expect, it } from 'vitest';
import type { JsonObjectBody } from 'toolgate/http/client';
import { cardEn } from '../texts/card.en.js';
import { parameterChanges } from './tool-difference.js';

const schema = (properties: JsonObjectBody, required: readonly string[] = [], more: JsonObjectBody = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});

const changes = (before: JsonObjectBody | undefined, after: JsonObjectBody | undefined) =>
  parameterChanges(before, after, cardEn.tool);

const amount = { type: 'number', maximum: 500 };

describe('the changes of the parameters of a tool', () => {
  it('are those that were added and removed, and those with other rules, in words', () => {
    const before = schema({ amount, note: { type: 'string' }, orderNumber: { type: 'string' } }, ['amount']);
    const after = schema(
      { amount: { ...amount, maximum: 1000 }, orderNumber: { type: 'string' }, speed: { enum: ['slow', 'fast'] } },
      ['amount', 'orderNumber'],
    );
    expect(changes(before, after)).toEqual([
      { name: 'Amount', before: 'number, required, maximum 500', after: 'number, required, maximum 1000' },
      { name: 'Note', before: 'string, optional' },
      { name: 'Order number', before: 'string, optional', after: 'string, required' },
      { name: 'Speed', after: 'one of slow, fast, optional' },
    ]);
  });

  it('state the description of a parameter, which the model reads', () => {
    const before = schema({ to: { type: 'string', description: 'The customer' } });
    const after = schema({ to: { type: 'string', description: 'Any address' } });
    expect(changes(before, after)).toEqual([
      { name: 'To', before: 'string, optional. The customer', after: 'string, optional. Any address' },
    ]);
  });

  it('lead into objects, lists and references, and end at those that contain themselves', () => {
    const node = (kind: string) => ({
      type: 'object',
      properties: { next: { $ref: '#/$defs/node' }, id: { type: kind } },
    });
    const tree = (kind: string) =>
      schema(
        { root: { $ref: '#/$defs/node' }, lines: { type: 'array', items: schema({ price: { type: kind } }) } },
        [],
        {
          $defs: { node: node(kind) },
        },
      );
    expect(changes(tree('string'), tree('integer'))).toEqual([
      { name: 'Root › ID', before: 'string, optional', after: 'integer, optional' },
      { name: 'Lines › Price', before: 'string, optional', after: 'integer, optional' },
    ]);
  });

  it('keep apart parameters whose names read alike', () => {
    expect(changes(schema({}), schema({ customerId: true, customer_id: true })).map(({ name }) => name)).toEqual([
      'Customer ID',
      'Customer ID (customer_id)',
    ]);
  });

  it('are none for the same schema, or without one of the schemas', () => {
    expect(changes(schema({ amount }), schema({ amount }))).toEqual([]);
    expect(changes(undefined, schema({ amount }))).toEqual([]);
    expect(changes(schema({ amount }), undefined)).toEqual([]);
  });
});
