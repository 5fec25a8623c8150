import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { jsonSchemaValidator } from './json-schema-validator.js';

const object = (properties: JsonObject, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: [...required],
  additionalProperties: false,
});

function read(schema: JsonSchema, input: JsonValue): unknown {
  const result = jsonSchemaValidator(schema)(input as JsonObject);
  return result.type === 'valid' ? result.input : result.issues.map(({ path, message }) => `${path} ${message}`);
}

const line = object({ sku: { type: 'string' }, note: { type: 'string' } }, ['sku']);

describe('null for an optional property', () => {
  it.each<[string, JsonSchema]>([
    ['a type', { type: 'string' }],
    ['values', { enum: ['open', 'closed'] }],
    ['a constant', { const: 1 }],
    ['a union', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['an object', line],
    ['a reference', { $ref: '#/$defs/line' }],
    ['a schema that excludes it', { not: { type: 'null' } }],
  ])('is left out if the property has %s', (_, property) => {
    const schema = { ...object({ a: property, b: { type: 'string' } }, ['b']), $defs: { line } };
    expect(read(schema, { a: null, b: 'x' })).toEqual({ b: 'x' });
  });

  it('is left out at every depth, also in a text and in a recursive schema', () => {
    const lines = object({ lines: { type: 'array', items: line }, byName: { additionalProperties: line } });
    const input = {
      lines: [{ sku: 'a', note: null }, '{"sku":"b","note":null}'],
      byName: { c: { sku: 'c', note: null } },
    };
    expect(read(lines, input)).toEqual({ lines: [{ sku: 'a' }, { sku: 'b' }], byName: { c: { sku: 'c' } } });
    const node = object({ name: { type: 'string' }, next: { $ref: '#/$defs/node' } }, ['name']);
    const schema = { ...object({ root: { $ref: '#/$defs/node' } }), $defs: { node } };
    const nodes = { root: { name: 'a', next: { name: 'b', next: null } } };
    expect(read(schema, nodes)).toEqual({ root: { name: 'a', next: { name: 'b' } } });
    expect(read(schema, { root: { name: null, next: null } })).toEqual(['/root/name must be a string']);
  });

  it('is kept if the schema allows it', () => {
    for (const property of [{ type: ['string', 'null'] }, { anyOf: [line, { type: 'null' }] }, {}])
      expect(read(object({ a: property }), { a: null })).toEqual({ a: null });
  });

  it('is left out inside an object that may be null', () => {
    const schema = object({ a: { anyOf: [line, { type: 'null' }] } });
    expect(read(schema, { a: { sku: 'a', note: null } })).toEqual({ a: { sku: 'a' } });
  });
});

describe('null that is an error', () => {
  it('stands for a required property, an item, an entry of a map, or the whole value', () => {
    expect(read(object({ a: { type: 'string' } }, ['a']), { a: null })).toEqual(['/a must be a string']);
    expect(read(object({ a: { items: { type: 'string' } } }), { a: [null] })).toEqual(['/a/0 must be a string']);
    const prices = object({ prices: { additionalProperties: { type: 'number' } } });
    expect(read(prices, { prices: { vip: null } })).toEqual(['/prices/vip must be a number']);
    expect(read({ ...object({}), minProperties: 1 }, null)).toEqual([' must have at least 1 property']);
  });

  it('stands for a property that another part of the schema requires', () => {
    const schema = { ...object({ a: { type: 'string' } }), allOf: [{ required: ['a'] }] };
    expect(read(schema, { a: null })).toEqual(['/a must be a string']);
  });

  it('stands inside a union, where it can be intended', () => {
    const branches = [
      object({ a: { type: 'string' } }),
      object({ a: { type: 'number' }, b: { type: 'string' } }, ['b']),
    ];
    expect(read(object({ u: { oneOf: branches } }), { u: { a: null } })).toHaveLength(1);
  });
});
