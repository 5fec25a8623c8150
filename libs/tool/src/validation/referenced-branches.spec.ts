import { expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { closeSchema } from '../schema/close-schema.js';
import { mapSubschemas } from '../schema/subschemas.js';
import { jsonSchemaValidator } from './json-schema-validator.js';

const key = fc.constantFrom('kind', 'a', 'b');
const scalar = fc.constantFrom<JsonSchema>(
  { type: 'string' },
  { type: 'integer' },
  { type: 'null' },
  { const: 'x' },
  { enum: ['x', 'y'] },
);
const { schema } = fc.letrec<Record<'schema' | 'object' | 'union', JsonSchema>>((tie) => ({
  object: fc.dictionary(key, fc.tuple(tie('schema'), fc.boolean()), { maxKeys: 3 }).map((fields): JsonSchema => ({
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, [inner]]) => [name, inner])),
    required: Object.keys(fields).filter((name) => fields[name]![1]),
  })),
  union: fc
    .tuple(fc.constantFrom('anyOf', 'oneOf'), fc.array(tie('schema'), { minLength: 1, maxLength: 3 }))
    .map(([keyword, branches]) => ({ [keyword]: branches }) as JsonSchema),
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    scalar,
    tie('object'),
    tie('union'),
    tie('schema').map((items): JsonSchema => ({ type: 'array', items })),
  ),
}));
const input = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.constantFrom<JsonValue>('x', 'z', '7', '{"a":"x"}', 7, null),
    fc.dictionary(fc.constantFrom('kind', 'a', 'b', 'extra'), tie('value'), { maxKeys: 4 }) as fc.Arbitrary<JsonObject>,
    fc.array(tie('value'), { maxLength: 2 }),
  ),
})).value;

/** Moves each object inside of another schema into a definition of its own. */
const withReferences = (whole: JsonSchema): JsonSchema => {
  const $defs: Record<string, JsonSchema> = {};
  const referenced = (inner: JsonSchema): JsonSchema => {
    if (inner['type'] !== 'object') return mapSubschemas(inner, referenced);
    const name = `Part${Object.keys($defs).length}`;
    $defs[name] = {};
    $defs[name] = mapSubschemas(inner, referenced);
    return { $ref: `#/$defs/${name}` };
  };
  return { ...mapSubschemas(whole, referenced), $defs };
};

/** Returns the valid input, or its issues in one order: discriminators come first only where they are not referenced. */
const outcomeOf = (whole: JsonSchema, value: JsonValue): unknown => {
  const result = jsonSchemaValidator(closeSchema(whole))({ value });
  return result.type === 'valid' ? result : result.issues.map(({ path, message }) => `${path} ${message}`).sort();
};

it('an input is checked and described in the same way whether the parts of its schema are references or not', () => {
  fc.assert(
    fc.property(schema, input, (one, value) => {
      const whole: JsonSchema = { type: 'object', properties: { value: one } };
      expect(outcomeOf(withReferences(whole), value)).toEqual(outcomeOf(whole, value));
    }),
    { seed: 3, numRuns: inject('isThorough') ? 500 : 100 },
  );
});
