import { describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { closeSchema } from '../schema/close-schema.js';
import { jsonSchemaValidator } from './json-schema-validator.js';

const object = (properties: JsonObject): JsonSchema =>
  closeSchema({ type: 'object', properties, required: Object.keys(properties) });

function read(schema: JsonSchema, input: JsonValue): unknown {
  const result = jsonSchemaValidator(schema)(input as JsonObject);
  return result.type === 'valid' ? result.input : result.issues;
}

const only = (type: JsonValue, text: JsonValue) => read(object({ a: { type } }), { a: text });

describe('a string in place of another value', () => {
  it.each([
    ['integer', '15', 15],
    ['integer', '-0', -0],
    ['integer', '1.5E7', 15_000_000],
    ['integer', '1e3', 1000],
    ['number', '0.30000000000000004', 0.1 + 0.2],
    ['number', '-2.5e-3', -0.0025],
    ['number', '41297663687366650', 41297663687366650],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['object', '{"b": 1}\n', { b: 1 }],
    ['array', '[1, "2"]', [1, '2']],
    [['number', 'null'], '5', 5],
    [['boolean', 'null'], 'true', true],
  ])('is converted to %s if it matches exactly: %s', (type, text, value) => {
    expect(only(type, text)).toEqual({ a: value });
  });

  it.each([
    ['integer', ''],
    ['integer', ' '],
    ['integer', ' 5'],
    ['integer', '5.5'],
    ['integer', '0x10'],
    ['integer', '+5'],
    ['integer', '05'],
    ['integer', '1_000'],
    ['integer', '9007199254740993'],
    ['number', 'Infinity'],
    ['number', '1e999'],
    ['number', 'NaN'],
    ['number', '.5'],
    ['number', '5.'],
    ['boolean', 'yes'],
    ['boolean', 'True'],
    ['boolean', '1'],
    ['object', '[]'],
    ['object', 'null'],
    ['object', '{a: 1}'],
    ['object', ''],
    ['array', '{}'],
    ['array', '1,2'],
    ['null', 'null'],
  ])('is not converted to %s: %j', (type, text) => {
    expect(only(type, text)).toMatchObject([{ path: '/a' }]);
  });

  it('is converted only if the schema expects no text', () => {
    for (const value of [null, 1, true, ['5'], { a: '5' }]) expect(only('string', value)).toMatchObject([{}]);
    for (const value of [null, true, ['5']]) expect(only('integer', value)).toMatchObject([{ path: '/a' }]);
    expect(only('string', '5')).toEqual({ a: '5' });
    expect(only(['string', 'number'], '5')).toEqual({ a: '5' });
  });

  it('is converted at every depth, also inside another text, and loses unknown properties', () => {
    const line = object({ count: { type: 'integer', minimum: 1 } });
    const schema = object({
      lines: { type: 'array', items: line },
      byName: { type: 'object', additionalProperties: line },
    });
    const input = {
      lines: ['{"count":"2","extra":1,"__proto__":{"polluted":true}}', { count: '3' }],
      byName: '{"a/b~c":{"count":"4"},"\\ud800":"{\\"count\\":5}"}',
    };
    const before = JSON.stringify(input);
    expect(read(schema, input)).toEqual({
      lines: [{ count: 2 }, { count: 3 }],
      byName: { 'a/b~c': { count: 4 }, '\ud800': { count: 5 } },
    });
    expect(JSON.stringify(input)).toBe(before);
  });

  it('is validated like any other value, and issues name its path', () => {
    const schema = object({ amount: { type: 'integer', maximum: 5 }, level: { type: 'number', enum: [1, 2] } });
    expect(read(schema, { amount: '5', level: '2' })).toEqual({ amount: 5, level: 2 });
    expect(read(schema, { amount: '9', level: '3' })).toEqual([
      { path: '/level', message: 'must be 1 or 2' },
      { path: '/amount', message: 'must be at most 5' },
    ]);
    expect(read(schema, { amount: '5' })).toEqual([{ path: '/level', message: 'is required: 1 or 2' }]);
  });

  it('is not converted inside a union, where the text may be intended', () => {
    const point = object({ x: { type: 'number' } });
    const schema = object({
      either: { anyOf: [{ type: 'number' }, { type: 'boolean' }] },
      referred: { oneOf: [{ $ref: '#/$defs/Point' }, { type: 'boolean' }] },
      count: { type: 'number' },
    });
    const whole = { ...schema, $defs: { Point: point } };
    expect(read(whole, { either: '5', referred: { x: '1' }, count: '7' })).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ path: '/either' })]),
    );
    expect(read(whole, { either: 5, referred: { x: 1 }, count: '7' })).toEqual({
      either: 5,
      referred: { x: 1 },
      count: 7,
    });
  });

  it('is converted if the schema allows one type or null', () => {
    const nullable = (schema: JsonSchema) => object({ a: { anyOf: [schema, { type: 'null' }] } });
    expect(read(nullable({ type: 'number' }), { a: '5' })).toEqual({ a: 5 });
    expect(read(nullable({ type: 'number' }), { a: 'null' })).toMatchObject([{ path: '/a' }]);
    expect(read(nullable({ type: 'number', maximum: 4 }), { a: '5' })).toEqual([
      { path: '/a', message: 'must be at most 4' },
    ]);
    expect(read(nullable(object({ n: { type: 'integer' } })), { a: { n: '7' } })).toEqual({ a: { n: 7 } });
    expect(read(nullable(object({ n: { type: 'integer' } })), { a: '{"n":"7"}' })).toEqual({ a: { n: 7 } });
    expect(read(nullable({ anyOf: [{ type: 'number' }, { type: 'boolean' }] }), { a: '5' })).toMatchObject([{}]);
    expect(read(nullable({ type: 'string' }), { a: '5' })).toEqual({ a: '5' });
  });

  it('costs a bounded number of checks in a recursive schema', () => {
    const node: JsonSchema = {
      type: 'object',
      properties: { n: { type: 'integer' }, children: { type: 'array', items: { $ref: '#' } } },
      required: ['n'],
    };
    const children = (count: number) => Array.from({ length: count }, (_, n) => ({ n: String(n) }));
    expect(read(node, { n: '1', children: children(50) })).toMatchObject({ n: 1, children: { length: 50 } });
    expect(read(node, { n: 1, children: children(5000) })).toMatchObject([{ message: 'must be a whole number' }]);
  });
});

describe('for any value that a schema expects', () => {
  it('its JSON text has the same value, and the given input is unchanged', () => {
    const kinds = {
      number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      boolean: fc.boolean(),
      object: fc.dictionary(fc.string(), fc.jsonValue()),
      array: fc.array(fc.jsonValue()),
    };
    const open: JsonObject = { object: { type: 'object' }, array: { type: 'array' } };
    const cases = Object.entries(kinds).map(([type, values]) =>
      fc.tuple(fc.constant(type), values as fc.Arbitrary<JsonValue>),
    );
    fc.assert(
      fc.property(fc.oneof(...cases), ([type, value]) => {
        const schema = object({ a: open[type] ?? { type } });
        const input = Object.freeze({ a: JSON.stringify(value) });
        const plain = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(read(schema, input)).toEqual(read(schema, { a: plain }));
      }),
      { numRuns: inject('isThorough') ? 200 : 50 },
    );
  });
});
