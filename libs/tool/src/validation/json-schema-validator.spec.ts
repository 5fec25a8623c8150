import { describe, expect, inject, it, vi } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import type { JsonObject, JsonSchema } from 'toolgate/model';
import { closeSchema } from '../schema/close-schema.js';
import { jsonSchemaValidator } from './json-schema-validator.js';

function validated(schema: JsonSchema, json: string): unknown {
  const result = jsonSchemaValidator(closeSchema(schema))(JSON.parse(json) as JsonObject);
  return result.type === 'valid' ? result.input : result.issues;
}

const item: JsonSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

describe('an input is stripped', () => {
  it('of unknown properties, at every depth', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: item },
        map: { type: 'object', additionalProperties: item },
        pair: { type: 'array', prefixItems: [item], items: { type: 'number' } },
        any: {},
      },
      patternProperties: { '^x-': { type: 'number' } },
    };
    expect(
      validated(
        schema,
        '{"list":[{"name":"a","b":1}],"map":{"k":{"name":"a","b":1}},"pair":[{"name":"a","b":1},2],"any":{"b":1},"x-1":1,"y":2}',
      ),
    ).toEqual({ list: [{ name: 'a' }], map: { k: { name: 'a' } }, pair: [{ name: 'a' }, 2], any: { b: 1 }, 'x-1': 1 });
  });

  it('of keys that access a prototype, even if any key is allowed', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { any: {}, map: { type: 'object', additionalProperties: { type: 'object' } }, closed: item },
    };
    const trick = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"name":"a"}';
    const result = validated(
      schema,
      `{"any":[${trick}],"map":{"k":${trick},"__proto__":{}},"closed":${trick},"__proto__":{"any":1}}`,
    );
    expect(result).toEqual({ any: [{ name: 'a' }], map: { k: { name: 'a' } }, closed: { name: 'a' } });
    expect(JSON.stringify(result)).not.toMatch(/polluted|__proto__|constructor/);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('without losing properties of another branch of a union', () => {
    const shape = (kind: string, key: string): JsonSchema => ({
      type: 'object',
      properties: { kind: { const: kind }, [key]: { type: 'number' } },
      required: ['kind'],
    });
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        shape: { oneOf: [shape('circle', 'radius'), shape('square', 'side')] },
        loose: {
          anyOf: [
            { type: 'object', properties: { a: {} } },
            { type: 'object', properties: { a: {}, b: {} } },
            { type: 'string' },
          ],
        },
      },
    };
    expect(validated(schema, '{"shape":{"kind":"square","side":2,"x":1},"loose":{"a":1,"b":2,"c":3}}')).toEqual({
      shape: { kind: 'square', side: 2 },
      loose: { a: 1, b: 2 },
    });
    expect(validated(schema, '{"loose":"text"}')).toEqual({ loose: 'text' });
    expect(validated(schema, '{"shape":{"kind":"line"},"loose":5}')).toEqual([
      { path: '/shape', message: 'must match one of the allowed shapes exactly' },
      { path: '/loose', message: 'must be an object or a string' },
    ]);
  });

  it('by several schemas together', () => {
    const both: JsonSchema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      allOf: [{ $ref: '#/$defs/B' }, { properties: { c: { type: 'object', properties: { d: { type: 'string' } } } } }],
      $defs: { B: { type: 'object', properties: { b: { type: 'string' } } } },
    };
    expect(validated(both, '{"a":"1","b":"2","c":{"d":"3","e":1},"f":4}')).toEqual({ a: '1', b: '2', c: { d: '3' } });
    const either: JsonSchema = {
      type: 'object',
      properties: { kind: { type: 'string' } },
      oneOf: [
        { properties: { kind: { const: 'a' }, x: { type: 'number' } } },
        { properties: { kind: { const: 'b' }, y: { type: 'number' } } },
      ],
    };
    expect(validated(either, '{"kind":"a","x":1,"y":"other","z":1}')).toEqual({ kind: 'a', x: 1 });
  });

  it('by a condition', () => {
    const schema = JSON.parse(`{
      "type": "object",
      "properties": { "kind": { "type": "string" } },
      "if": { "properties": { "kind": { "const": "a" } } },
      "then": { "properties": { "x": { "type": "object", "properties": { "y": { "type": "number" } } } }, "required": ["x"] },
      "else": { "properties": { "z": { "type": "number" } } }
    }`) as JsonSchema;
    expect(validated(schema, '{"kind":"a","x":{"y":1,"q":1},"z":1,"q":1}')).toEqual({ kind: 'a', x: { y: 1 } });
    expect(validated(schema, '{"kind":"b","x":{"y":1},"z":1}')).toEqual({ kind: 'b', z: 1 });
    expect(validated(schema, '{"kind":"a","q":1}')).toEqual([{ path: '/x', message: 'is required: an object' }]);
  });

  it('through references of the schema to itself', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
    };
    expect(validated(schema, '{"name":"a","x":1,"children":[{"name":"b","x":1,"children":[{"y":1}]}]}')).toEqual({
      name: 'a',
      children: [{ name: 'b', children: [{}] }],
    });
  });
});

describe('an input is validated', () => {
  it('by a schema of an older draft too, compiled once per schema object', () => {
    const schema: JsonSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.com/pair',
      type: 'object',
      properties: { pair: { type: 'array', items: [{ type: 'string' }, { $ref: '#/definitions/n' }] } },
      definitions: { n: { type: 'number' } },
    };
    const validate = jsonSchemaValidator(schema);
    expect(jsonSchemaValidator(schema)).toBe(validate);
    expect(jsonSchemaValidator({ ...schema })({ pair: ['a', 'b'] })).toEqual({
      type: 'issues',
      issues: [{ path: '/pair/1', message: 'must be a number' }],
    });
    expect(validate({ pair: ['a', 1] })).toEqual({ type: 'valid', input: { pair: ['a', 1] } });
  });

  it('as an empty object if it is missing or null; any other value is rejected', () => {
    const validate = jsonSchemaValidator({ type: 'object', properties: {} });
    expect(validate(null)).toEqual({ type: 'valid', input: {} });
    expect(validate(undefined)).toEqual({ type: 'valid', input: {} });
    for (const odd of [[], 'text', 1, true]) expect(validate(odd as never)).toMatchObject({ type: 'issues' });
    expect(jsonSchemaValidator({})([] as never)).toEqual({
      type: 'issues',
      issues: [{ path: '', message: 'must be an object' }],
    });
  });

  it('by its own properties only', () => {
    const schema: JsonSchema = { type: 'object', properties: { toString: { type: 'string' } }, required: ['toString'] };
    expect(validated(schema, '{}')).toEqual([{ path: '/toString', message: 'is required: a string' }]);
    expect(validated(schema, '{"toString":"a"}')).toEqual({ toString: 'a' });
  });

  it('with the code of a definition compiled once, however many references it has', () => {
    const lengths: number[] = [];
    const compile = globalThis.Function;
    vi.stubGlobal(
      'Function',
      new Proxy(compile, {
        construct: (of, parts: readonly string[]) => {
          lengths.push(String(parts.at(-1)).length);
          return Reflect.construct(of, parts);
        },
      }),
    );
    const texts = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`t${index}`, { type: 'string' }]));
    const items = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`i${index}`, { $ref: '#/$defs/Item' }]));
    const schema = { type: 'object', $defs: { Item: { type: 'object', properties: texts } }, properties: items };
    expect(jsonSchemaValidator(schema)({ i7: { t7: 'seven' } })).toMatchObject({ type: 'valid' });
    vi.unstubAllGlobals();
    expect(lengths.length).toBeGreaterThan(0);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(60_000);
  });

  it('only up to a depth, and rejected if it is nested too deeply', () => {
    const deep = JSON.parse(`{"any":${'['.repeat(50_000)}${']'.repeat(50_000)}}`) as JsonObject;
    expect(jsonSchemaValidator({ type: 'object', properties: { any: {} } })(deep)).toEqual({
      type: 'issues',
      issues: [{ path: '', message: 'is too long or nested too deeply to be checked' }],
    });
  });

  it('by the schema as it was when the validator was created', () => {
    const schema = { type: 'object', properties: { a: { enum: ['open'] } } };
    const validate = jsonSchemaValidator(schema);
    schema.properties.a.enum.push('closed');
    expect(validate({ a: 'closed' })).toMatchObject({ type: 'issues' });
  });

  it('only by a valid schema; an invalid one is rejected', () => {
    expect(() => jsonSchemaValidator({ type: 'objekt' })).toThrow(
      'the schema is not a valid JSON Schema: data/type must be equal to one of the allowed values, data/type must be array, data/type must match a schema in anyOf. Correct it.',
    );
    expect(() => jsonSchemaValidator({ $ref: '#/$defs/Missing' })).toThrow(/is not a valid JSON Schema/);
  });
});

const scalar = fc.constantFrom<JsonSchema>(
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'integer', minimum: 0 },
);
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')),
    }),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
  ),
}));
const key = fc.oneof(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'toString'), fc.string());
const { value: anyJson } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('"text"', '1', '-1.5', 'true', 'null'),
    fc.array(tie('value')).map((items) => `[${items.join()}]`),
    fc
      .array(fc.tuple(key, tie('value')))
      .map((pairs) => `{${pairs.map(([name, inner]) => `${JSON.stringify(name)}:${String(inner)}`).join()}}`),
  ),
}));

describe('for any schema and input', () => {
  it('the stripped input is valid, has no prototype keys, and does not change if it is validated again', () => {
    const root = fc
      .dictionary(fc.constantFrom('a', 'b', 'c'), anySchema)
      .map((properties) => closeSchema({ type: 'object', properties }));
    fc.assert(
      fc.property(root, fc.dictionary(key, anyJson.map(String)), (schema, pairs) => {
        const json = `{${Object.entries(pairs)
          .map(([name, inner]) => `${JSON.stringify(name)}:${inner}`)
          .join()}}`;
        const validate = jsonSchemaValidator(schema);
        const result = validate(JSON.parse(json) as JsonObject);
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
        if (result.type === 'issues') return result.issues.length > 0;
        expect(new Ajv2020({ strict: false }).validate(schema, result.input)).toBe(true);
        expect(JSON.stringify(result.input)).not.toContain('"__proto__":');
        expect(JSON.stringify(result.input)).not.toContain('"constructor":');
        expect(validate(result.input)).toEqual(result);
        return true;
      }),
      { seed: 7, numRuns: inject('isThorough') ? 100 : 25 },
    );
  });

  it('issues never contain values of the input', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c'), anySchema), (properties) => {
        const secret = 'S3CRET-value';
        const input = { a: [secret, { a: secret }], b: { a: secret, b: [secret] }, c: secret };
        const result = jsonSchemaValidator(closeSchema({ type: 'object', properties }))(input);
        if (result.type === 'issues') expect(JSON.stringify(result.issues)).not.toContain(secret);
      }),
      { seed: 7, numRuns: inject('isThorough') ? 60 : 20 },
    );
  });
});
