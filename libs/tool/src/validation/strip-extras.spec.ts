import { describe, expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import type { JsonSchema, JsonValue } from 'toolgate/model';
import { PlainStrip } from './fixtures/strip-plainly.fixture.js';
import { compileStrip } from './strip-extras.js';

const key = fc.constantFrom('a', 'b', 'c');
const scalar = fc.constantFrom<JsonSchema>(
  { type: 'string' },
  { type: 'number' },
  { type: 'null' },
  { const: 1 },
  { enum: ['x', 2] },
);
const reference = fc.constantFrom<JsonSchema>(
  { $ref: '#' },
  { $ref: '#/$defs/A' },
  { $ref: '#/$defs/B', description: 'b' },
);

/** `inner` may reference its surroundings; `schema` does not, so that no schema directly references itself. */
const { schema } = fc.letrec<Record<'schema' | 'inner' | 'properties' | 'parts', JsonSchema>>((tie) => ({
  parts: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) as fc.Arbitrary<never>,
  inner: fc.oneof({ withCrossShrink: true }, tie('schema'), reference, fc.constant(true as never)),
  properties: fc.dictionary(key, tie('inner'), { maxKeys: 3 }) as fc.Arbitrary<JsonSchema>,
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.constantFrom<JsonSchema>({}, { required: ['a'] }, { type: 'object' }, { type: ['object', 'string'] }),
    tie('parts').map((allOf) => ({ allOf })),
    tie('parts').map((anyOf) => ({ anyOf })),
    tie('parts').map((oneOf) => ({ oneOf })),
    fc.record(
      { type: fc.constant('array'), items: tie('inner'), prefixItems: tie('parts') },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        properties: tie('properties'),
        type: fc.constant('object'),
        additionalProperties: fc.oneof(fc.constantFrom<unknown>(true, false), tie('inner')),
        patternProperties: fc.dictionary(fc.constantFrom('^[ab]', 'c$'), tie('inner'), { maxKeys: 2 }),
        unevaluatedProperties: fc.constantFrom(true, false),
        required: fc.constantFrom(['a'], ['b', 'c']),
        allOf: tie('parts'),
        anyOf: tie('parts'),
        oneOf: tie('parts'),
      },
      { requiredKeys: ['properties'] },
    ) as fc.Arbitrary<JsonSchema>,
  ),
}));

/** Generates schemas, and adds to some of them a reference to a named definition. */
const referringTo = (name: string, schemas: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> =>
  fc.tuple(schemas, fc.boolean()).map(([whole, refers]) => (refers ? { ...whole, $ref: `#/$defs/${name}` } : whole));

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.constantFrom('"x"', '1', '2', 'null'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    fc
      .array(
        fc.tuple(
          fc.oneof({ weight: 6, arbitrary: key }, fc.constantFrom('d', '__proto__', 'constructor')),
          tie('value'),
        ),
        {
          maxLength: 4,
        },
      )
      .map((pairs) => `{${pairs.map(([name, inner]) => `${JSON.stringify(name)}:${inner}`).join()}}`),
  ),
}));

/** Returns whether a value matches the part of a schema at a pointer. */
const fitsIn = (schema: JsonSchema) => {
  const options = { strict: false, ownProperties: true, validateSchema: false };
  const ajv = new Ajv2020(options).addSchema(schema, 's');
  return (pointer: string, candidate: JsonValue): boolean =>
    ajv.getSchema(`s${encodeURI(pointer).replaceAll('%23', '#')}`)!(candidate) === true;
};

describe('for any schema and value', () => {
  it('the result is the same as if each schema stripped the value in turn', () => {
    const roots = fc.tuple(referringTo('A', schema), referringTo('B', schema), schema);
    let stripped = 0;
    fc.assert(
      fc.property(roots, fc.array(value, { minLength: 1, maxLength: 8 }), ([root, a, b], texts) => {
        const whole = { ...root, $defs: { A: a, B: b } } as JsonSchema;
        const fits = fitsIn(whole);
        const plain = new PlainStrip(whole, fits);
        const strip = compileStrip(whole, (pointer) => (candidate) => fits(pointer, candidate));
        for (const text of texts) {
          const input = JSON.parse(text) as JsonValue;
          const expected = plain.strip(input);
          expect(strip(input, { left: Infinity, readable: 0 })).toEqual(expected);
          expect(input).toEqual(JSON.parse(text));
          if (JSON.stringify(expected) !== text) stripped += 1;
        }
      }),
      { seed: 7, numRuns: 80 },
    );
    expect(stripped).toBeGreaterThan(50);
  });
});
