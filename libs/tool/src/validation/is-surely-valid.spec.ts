import { describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import type { JsonSchema } from 'toolgate/model';
import { compileSchema } from './compile-schema.js';
import { isSurelyValid } from './is-surely-valid.js';

const SINGLE = 'items additionalProperties unevaluatedProperties propertyNames contains not if then else';
const OTHER = [
  'title description default const examples deprecated readOnly uniqueItems type enum minLength maxItems',
  'minProperties maximum exclusiveMinimum multipleOf pattern format required $comment',
  // Keywords that the check does not know, or knows only at the root.
  'nullable $id $anchor $schema dependentRequired minContains additionalItems',
];
const SCALARS = [
  true,
  false,
  null,
  0,
  1,
  -1,
  0.5,
  2 ** 60,
  'object',
  'objekt',
  '^a',
  '(',
  '(?=a)',
  'email',
  'constructor',
];
const LISTS = [[], ['a'], ['a', 'a'], ['string', 'null'], ['string', 'string'], [1]];
const VALUES = [...SCALARS, ...LISTS, {}, { a: 1 }, { type: 'objekt' }];

const oneOf = (words: string) => fc.constantFrom(...words.split(' '));
const anyValue = fc.constantFrom(...VALUES);

const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const schema = tie('schema');
  const schemas = fc.array(schema, { minLength: 1, maxLength: 2 });
  const names = fc.constantFrom('a', 'constructor', '__proto__', '^a', '(');
  const usually = (arbitrary: fc.Arbitrary<unknown>) => fc.oneof({ weight: 9, arbitrary }, anyValue);
  const entry = fc.oneof(
    { depthSize: 'small' },
    fc.tuple(oneOf(OTHER.join(' ')), anyValue),
    fc.tuple(oneOf(SINGLE), usually(schema)),
    fc.tuple(oneOf('allOf anyOf oneOf prefixItems'), usually(schemas)),
    fc.tuple(oneOf('properties $defs patternProperties'), usually(fc.dictionary(names, schema, { maxKeys: 2 }))),
    fc.tuple(fc.constant('$ref'), fc.constantFrom('#', '#/$defs/a', '#/$defs/__proto__', '#/properties/a', 'x', 1)),
  );
  return { schema: fc.array(entry, { maxLength: 3 }).map((entries) => Object.fromEntries(entries) as JsonSchema) };
});

const isCompiled = (schema: JsonSchema): boolean => {
  try {
    compileSchema(schema, false);
    return true;
  } catch {
    return false;
  }
};

describe('a schema that is certainly valid', () => {
  it('is accepted by the meta-schema and the compiler', () => {
    const sure = anySchema.filter(isSurelyValid);
    fc.assert(fc.property(sure, isCompiled), { seed: 11, numRuns: inject('isThorough') ? 1000 : 250 });
  });

  it.each<[string, JsonSchema]>([
    ['a method with parameters', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }],
    [
      'lists, maps and dates',
      { properties: { a: { items: { format: 'date-time' } }, b: { additionalProperties: {} } } },
    ],
    ['a schema that contains itself', { $defs: { Node: { properties: { next: { $ref: '#/$defs/Node' } } } } }],
    [
      'null and unions',
      { properties: { a: { type: ['string', 'null'] }, b: { anyOf: [{ enum: [1] }, { const: 2 }] } } },
    ],
    ['the dialect it is written in', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }],
  ])('can contain %s', (_name, schema) => {
    expect(isSurelyValid(schema)).toBe(true);
  });

  it.each<[string, JsonSchema]>([
    ['an unknown type', { properties: { a: { type: 'objekt' } } }],
    ['a pattern that is no expression', { properties: { a: { pattern: '(' } } }],
    ['a key that is no expression', { patternProperties: { '(': {} } }],
    ['a reference to nothing', { $ref: '#/$defs/Missing' }],
    ['a reference to a property of every object', { $defs: {}, $ref: '#/$defs/constructor' }],
    ['a reference out of the schema', { $ref: 'https://example.com/schema' }],
    ['no value to choose', { enum: [] }],
    ['a length below zero', { minLength: -1 }],
    ['no step', { multipleOf: 0 }],
    ['a name twice', { required: ['a', 'a'] }],
    ['a keyword that only a compiler knows', { nullable: true }],
    ['another dialect within', { properties: { a: { $schema: 'http://json-schema.org/draft-07/schema#' } } }],
  ])('cannot contain %s', (_name, schema) => {
    expect(isSurelyValid(schema)).toBe(false);
  });

  it('is limited in depth, so that compiling it cannot overflow the stack', () => {
    const nested = (depth: number): JsonSchema => (depth === 0 ? {} : { items: nested(depth - 1) });
    expect([64, 65].map((depth) => isSurelyValid(nested(depth)))).toEqual([true, false]);
  });
});
