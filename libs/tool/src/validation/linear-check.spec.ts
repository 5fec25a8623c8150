import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { closeSchema } from '../schema/close-schema.js';
import { normalizeSchema } from '../schema/normalize-schema.js';
import { compileSchema } from './compile-schema.js';
import { type Effort, effortFor } from './effort.js';
import { jsonSchemaValidator } from './json-schema-validator.js';

/** Counts the steps of stripping and validating an input. */
const stepsFor = (schema: JsonSchema, input: JsonValue): number => {
  const { strip, errorsOf } = compileSchema(normalizeSchema(closeSchema(schema)), false);
  const effort: Effort = { left: 1_000_000_000, readable: 0 };
  expect(errorsOf(strip(input, effort), effort)).toEqual([]);
  return 1_000_000_000 - effort.left;
};

const node = { $ref: '#/$defs/Node' };
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
const object = (properties: JsonObject, more: JsonObject = {}): JsonSchema => ({ type: 'object', properties, ...more });
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** Recursive schemas of a tree: each describes a node with its child `next`. */
const TREES: Readonly<Record<string, JsonSchema>> = {
  'by a reference': object({ ...texts('name'), next: node }),
  'by a reference with a description': object({ next: { ...node, description: 'the next one' } }),
  'by a reference that may be null': object({ next: { anyOf: [node, { type: 'null' }] } }),
  'in a list': object({ next: list(node) }),
  'in a map': object({ next: { type: 'object', additionalProperties: node } }),
  'in an open object': object({ next: node }, { additionalProperties: true }),
  'beside conditions': object({ next: node }, { anyOf: [{ required: ['name'] }, { required: ['next'] }, {}] }),
  'and composed': { allOf: [object(texts('name')), object({ next: node })], unevaluatedProperties: false },
  'and composed of others': object(
    { next: node },
    { allOf: [{ $ref: '#/$defs/Base' }, object(texts('name'))], additionalProperties: true },
  ),
  'in alternatives that say what they are': {
    oneOf: ['a', 'b'].map((kind) => object({ next: node, kind: { const: kind } }, { required: ['kind'] })),
  },
};

const rootOf = (schema: JsonSchema): JsonSchema =>
  object({ root: node }, { $defs: { Node: schema, Base: object(texts('id'), { additionalProperties: true }) } });

/** Creates a chain of nodes with an extra property in each. */
const chain = (length: number, next: (inner: JsonValue) => JsonValue): JsonObject => {
  let inner: JsonValue = { kind: 'a', name: 'end' };
  for (let left = length; left > 0; left -= 1)
    inner = { kind: 'a', name: 'a', next: next(inner), extra: { of: [left] } };
  return { root: inner };
};

const chainFor = (name: string, length: number): JsonObject =>
  chain(length, (inner) => (name === 'in a list' ? [inner] : name === 'in a map' ? { key: inner } : inner));

describe('the cost of an input is proportional to its size', () => {
  it.each(Object.entries(TREES))('if a schema contains itself %s', (name, schema) => {
    const [once, twice] = [
      stepsFor(rootOf(schema), chainFor(name, 100)),
      stepsFor(rootOf(schema), chainFor(name, 200)),
    ];
    expect(once).toBeGreaterThanOrEqual(100);
    expect(twice).toBeLessThanOrEqual(2.1 * once);
    expect(once).toBeLessThan(effortFor(chainFor(name, 100)).left / 10);
  });
});

describe('alternatives that each contain the whole', () => {
  it('are decided once per value, so that an input of maximum depth is validated', () => {
    const ends = { end: { type: 'boolean' }, last: { type: 'boolean' } };
    const tree: JsonSchema = {
      anyOf: Object.keys(ends).map((end) => object({ next: node, kind: {}, ...ends }, { required: [end] })),
    };
    const schema = rootOf({ anyOf: [...(tree['anyOf'] as JsonSchema[]), object({ next: node, kind: {} })] });
    expect(jsonSchemaValidator(schema)(chain(100, (inner) => inner))).toMatchObject({ type: 'valid' });
  });
});

describe('validation stops if its cost would multiply with the depth', () => {
  const cases: Readonly<Record<string, JsonSchema>> = {
    'alternatives that differ only at their ends': {
      oneOf: ['b', 'c'].map((key) => object({ next: node, [key]: { type: 'string' } })),
    },
    'conditions that look inside': {
      ...object({ next: node }),
      if: { properties: { next: node } },
      else: { required: ['name'] },
    },
    'parts that contain the whole': { allOf: [object({ next: node }), object({ next: node })] },
    'parts that are the whole twice': object({ next: { allOf: [node, { allOf: [node] }] } }),
  };

  it.each(Object.entries(cases))('%s', (_, schema) => {
    const validate = jsonSchemaValidator(rootOf(schema));
    expect(validate(chain(3, (inner) => inner))).toBeDefined();
    expect(validate(chain(18, (inner) => inner))).toEqual({
      type: 'issues',
      issues: [{ path: '', message: 'is too long or nested too deeply to be checked' }],
    });
  });

  it.each<[string, JsonSchema, string | number[]]>([
    ['a long text', { minLength: 1 }, 'a'.repeat(500_000)],
    ['a long list', { uniqueItems: true }, Array.from({ length: 5000 }, (_, index) => index)],
  ])('because references check %s again and again', (_, Leaf, value) => {
    const many = (name: string) => ({ allOf: Array.from({ length: 20 }, () => ({ $ref: `#/$defs/${name}` })) });
    const validate = jsonSchemaValidator(object({ any: many('Some') }, { $defs: { Leaf, Some: many('Leaf') } }));
    expect(validate({ any: value })).toMatchObject({
      issues: [{ path: '', message: expect.stringMatching(/^is too long/) }],
    });
    expect(validate({ any: value.slice(0, 5) })).toMatchObject({ type: 'valid' });
    const once = jsonSchemaValidator(object({ any: { $ref: '#/$defs/Leaf' } }, { $defs: { Leaf } }));
    expect(once({ any: value })).toMatchObject({ type: 'valid' });
  });

  it.each(['const', 'default', 'enum'])('even in a property that is named as the keyword "%s"', (name) => {
    const schema = { ...object({ [name]: node }), if: { properties: { [name]: node } }, else: { required: ['name'] } };
    const validate = jsonSchemaValidator(rootOf(schema));
    const nested = (length: number): JsonObject => (length === 0 ? {} : { [name]: nested(length - 1) });
    expect(validate({ root: nested(3) })).toMatchObject({ type: 'valid' });
    expect(validate({ root: nested(18) })).toEqual({
      type: 'issues',
      issues: [{ path: '', message: 'is too long or nested too deeply to be checked' }],
    });
  });
});
