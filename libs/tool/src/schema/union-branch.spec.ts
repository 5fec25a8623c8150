import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from 'toolgate/model';
import { jsonSchemaValidator } from '../validation/json-schema-validator.js';

type Filter = { op: 'and' | 'or' | 'not'; of: Filter[] } | { op: 'is'; field: string };

const list = z.lazy((): z.ZodType<Filter[]> => z.array(Filter));
const Filter: z.ZodType<Filter> = z.discriminatedUnion('op', [
  z.object({ of: list, op: z.literal('and') }),
  z.object({ of: list, op: z.literal('or') }),
  z.object({ of: list, op: z.literal('not') }),
  z.object({ field: z.string(), op: z.literal('is') }),
]) as never;

const nested = (depth: number, leaf: JsonObject): JsonObject =>
  depth === 0 ? leaf : { op: 'and', of: [nested(depth - 1, leaf)] };

const validate = jsonSchemaValidator(z.toJSONSchema(z.object({ filter: Filter })) as never);

// Without a bound each level multiplies the cost, and these tests would time out.
describe('a recursive union', () => {
  it('is stripped and valid at any depth', () => {
    const input = { filter: nested(40, { op: 'is', field: 'tenant', extra: 1 }) };
    expect(validate(input)).toEqual({ type: 'valid', input: { filter: nested(40, { op: 'is', field: 'tenant' }) } });
  });

  it('is invalid at any depth', () => {
    expect(validate({ filter: nested(40, { op: 'is', field: 1 }) }).type).toBe('issues');
    expect(validate({ filter: nested(40, { op: 'none' }) }).type).toBe('issues');
  });

  it('is rejected if its branches cannot be distinguished and multiply the cost', () => {
    const node = (name: string) => ({
      type: 'object',
      properties: { [name]: { $ref: '#/$defs/node' }, end: { type: 'string' } },
    });
    const schema = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' } },
      $defs: { node: { anyOf: ['a', 'b'].flatMap((name) => [node(name), node(name), node(name)]) } },
    };
    let root: JsonObject = { end: 'x' };
    for (let depth = 0; depth < 30; depth++) root = { a: root };
    expect(jsonSchemaValidator(schema)({ root })).toEqual({
      type: 'issues',
      issues: [{ path: '', message: 'is too long or nested too deeply to be checked' }],
    });
  });
});

describe('a JSON number outside the range of numbers', () => {
  it('is not a number', () => {
    const amount = jsonSchemaValidator({ type: 'object', properties: { amount: { type: 'number' } } });
    expect(amount(JSON.parse('{"amount":1e999}')).type).toBe('issues');
  });
});
