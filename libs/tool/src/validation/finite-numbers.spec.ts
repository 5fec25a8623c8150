import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { z } from 'zod';
import type { JsonObject, JsonSchema } from 'toolgate/model';
import { planMethod } from '../callbacks/plan-method.js';
import { ToolParam } from '../declare/tool-param.decorator.js';
import { Tool } from '../declare/tool.decorator.js';
import { jsonSchemaValidator } from './json-schema-validator.js';

class Payments {
  @Tool()
  pay(amount: number, @ToolParam({ type: [Number] }) parts: number[]) {
    return [amount, parts];
  }

  @Tool()
  order(@ToolParam({ mapOf: Number }) sizes: Record<string, number>, @ToolParam({ schema: z.int() }) count: number) {
    return [sizes, count];
  }

  @Tool({ parameters: z.object({ item: z.object({ amount: z.number(), note: z.any() }) }) })
  zod(input: unknown) {
    return input;
  }

  @Tool({
    parameters: v.object({ amount: v.number() }) as never,
    inputSchema: { type: 'object', properties: { amount: {} } },
  })
  untyped(input: unknown) {
    return input;
  }
}

const read = (json: string) => JSON.parse(json) as JsonObject;

async function issuePaths(key: string, json: string): Promise<string[]> {
  const prepared = await planMethod(Payments, key, { isStatic: false }).prepare(read(json));
  return prepared.type === 'issues' ? prepared.issues.map(({ path }) => path) : [];
}

describe('a number that is not finite is an issue', () => {
  it('in parameters, lists, maps and nested schemas', async () => {
    expect(await issuePaths('pay', '{"amount":1e999,"parts":[1,-1e999]}')).toEqual(['/amount', '/parts/1']);
    expect(await issuePaths('order', '{"sizes":{"a/b":1e999},"count":1e999}')).toEqual(['/sizes/a~1b', '/count']);
    expect(await issuePaths('zod', '{"item":{"amount":1e999,"note":1}}')).toEqual(['/item/amount']);
    expect(await issuePaths('pay', '{"amount":1e308,"parts":[]}')).toEqual([]);
  });

  it('in values that the schema does not describe', async () => {
    expect(await issuePaths('zod', '{"item":{"amount":1,"note":[{"deep":1e999}]}}')).toEqual(['/item/note/0/deep']);
    expect(await issuePaths('untyped', '{"amount":1e999}')).toEqual(['/amount']);
  });

  it.each<[string, JsonSchema]>([
    ['number', { type: 'number' }],
    ['integer', { type: 'integer' }],
    ['number or null', { type: ['number', 'null'] }],
    ['union', { anyOf: [{ type: 'number' }, { type: 'integer' }] }],
  ])('for the type %s of any schema', (_name, schema) => {
    const validate = jsonSchemaValidator({ type: 'object', properties: { list: { type: 'array', items: schema } } });
    expect(validate(read('{"list":[1,1e999]}'))).toMatchObject({ type: 'issues', issues: [{ path: '/list/1' }] });
    expect(validate(read('{"list":[1]}'))).toMatchObject({ type: 'valid' });
  });

  it('and does not select a branch of a union', () => {
    const validate = jsonSchemaValidator({
      type: 'object',
      properties: { value: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
    });
    expect(validate(read('{"value":1e999}'))).toEqual({
      type: 'issues',
      issues: [{ path: '/value', message: 'must be a number' }],
    });
  });
});
