import { describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import { pointerStep } from '#core';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { jsonSchemaValidator } from '../validation/json-schema-validator.js';
import { closeSchema } from './close-schema.js';

/** A schema with a generator of its values. */
interface Kind {
  readonly schema: JsonSchema;
  readonly values: fc.Arbitrary<JsonValue>;
  /** Invalidates a value at one path; undefined if that is impossible. */
  readonly spoil: (value: JsonValue, choose: Choose) => Spoiled | undefined;
}

interface Spoiled {
  readonly value: JsonValue;
  readonly path: string;
}

/** Picks one item; the same for the same seed. */
type Choose = <T>(of: readonly T[]) => T;

const WRONG: Readonly<Record<string, readonly JsonValue[]>> = {
  string: [5, true, null, {}, []],
  number: ['five', '', ' ', '0x10', true, null, {}, []],
  integer: ['five', '1.5', 1.5, true, null, {}, []],
  boolean: ['yes', '1', 1, 0, null, {}, []],
  array: ['text', '{}', 5, null, {}],
  object: ['text', '[]', 5, null, []],
};

const scalar = (schema: JsonSchema, values: fc.Arbitrary<JsonValue>, bad: readonly JsonValue[] = []): Kind => ({
  schema,
  values,
  spoil: (_, choose) => ({ value: choose([...WRONG[String(schema['type'])]!, ...bad]), path: '' }),
});

const limited = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat(50)).map(([minimum, span]) => {
  const maximum = minimum + span;
  return scalar({ type: 'integer', minimum, maximum }, fc.integer({ min: minimum, max: maximum }), [
    minimum - 1,
    maximum + 1,
  ]);
});
const sized = fc.tuple(fc.nat(4), fc.nat(4)).map(([minLength, span]) => {
  const maxLength = minLength + span;
  const bad = ['x'.repeat(maxLength + 1), ...(minLength > 0 ? ['x'.repeat(minLength - 1)] : [])];
  return scalar(
    { type: 'string', minLength, maxLength },
    fc.string({ minLength, maxLength, unit: fc.constantFrom('a', '😀', ' ') }),
    bad,
  );
});
const choice = fc
  .uniqueArray(fc.string(), { minLength: 1, maxLength: 4 })
  .map((values) => scalar({ type: 'string', enum: values }, fc.constantFrom(...values), [`${values.join('')}!`]));
const leaf: fc.Arbitrary<Kind> = fc.oneof(
  fc.constant(scalar({ type: 'string' }, fc.string())),
  fc.constant(
    scalar(
      { type: 'number' },
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    ),
  ),
  fc.constant(scalar({ type: 'boolean' }, fc.boolean())),
  fc.constant(scalar({ type: 'string', pattern: '^A-\\d{2}$' }, fc.stringMatching(/^A-\d{2}$/), ['A-1', 'B-12'])),
  fc.constant(scalar({ type: 'string', format: 'date-time' }, fc.constantFrom('2026-01-31T09:30:00Z'), ['yesterday'])),
  limited,
  sized,
  choice,
);

const nameOf = fc.oneof(fc.constantFrom('a', 'b', 'c/d', 'e~f', 'toString', 'ä b', '%41'), fc.string({ minLength: 1 }));
const isPlain = (name: string): boolean => name !== '__proto__' && name !== 'constructor';

const listOf = (item: Kind, bounds: JsonSchema): Kind => {
  const { minItems = 0, maxItems = 4 } = bounds as { minItems?: number; maxItems?: number };
  return {
    schema: { type: 'array', items: item.schema, ...bounds },
    values: fc.array(item.values, { minLength: minItems, maxLength: maxItems }),
    spoil: (value, choose) => {
      const items = value as JsonValue[];
      const inner = items.length > 0 && choose([true, true, false]);
      if (!inner) {
        const tooFew = minItems > 0 ? [items.slice(0, minItems - 1)] : [];
        return { value: choose([...WRONG['array']!, ...tooFew]), path: '' };
      }
      const index = choose([...items.keys()]);
      return inside(item.spoil(items[index]!, choose), index, (spoiled) => items.with(index, spoiled));
    },
  };
};

const mapOf = (item: Kind): Kind => ({
  schema: { type: 'object', additionalProperties: item.schema },
  values: fc.dictionary(nameOf.filter(isPlain), item.values, { maxKeys: 3 }),
  spoil: (value, choose) => {
    const map = value as JsonObject;
    const keys = Object.keys(map);
    if (keys.length === 0) return { value: choose(WRONG['object']!), path: '' };
    const key = choose(keys);
    return inside(item.spoil(map[key]!, choose), key, (spoiled) => ({ ...map, [key]: spoiled }));
  },
});

interface Property {
  readonly name: string;
  readonly kind: Kind;
  readonly optional: boolean;
}

const objectOf = (properties: readonly Property[]): Kind => ({
  schema: {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, kind }) => [name, kind.schema])),
    required: properties.filter(({ optional }) => !optional).map(({ name }) => name),
  },
  values: fc.record(Object.fromEntries(properties.map(({ name, kind }) => [name, kind.values])), {
    requiredKeys: properties.filter(({ optional }) => !optional).map(({ name }) => name),
    noNullPrototype: true,
  }) as fc.Arbitrary<JsonValue>,
  spoil: (value, choose) => {
    const given = value as JsonObject;
    const present = properties.filter(({ name }) => Object.hasOwn(given, name));
    if (present.length === 0) return undefined;
    const { name, kind, optional } = choose(present);
    if (!optional && choose([true, false, false])) {
      return {
        value: Object.fromEntries(Object.entries(given).filter(([key]) => key !== name)),
        path: pointerStep(name),
      };
    }
    const spoiled = kind.spoil(given[name]!, choose);
    // It would count as no value.
    if (optional && spoiled?.value === null) return undefined;
    return inside(spoiled, name, (inner) => ({ ...given, [name]: inner }));
  },
});

const inside = (
  spoiled: Spoiled | undefined,
  step: string | number,
  put: (value: JsonValue) => JsonValue,
): Spoiled | undefined => spoiled && { value: put(spoiled.value), path: pointerStep(step) + spoiled.path };

const { object } = fc.letrec<{ kind: Kind; object: Kind }>((tie) => ({
  kind: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .tuple(tie('kind'), fc.constantFrom<JsonSchema>({}, { minItems: 1 }, { maxItems: 2 }))
      .map(([item, bounds]) => listOf(item, bounds)),
    tie('kind').map(mapOf),
    tie('object'),
  ),
  object: fc
    .uniqueArray(fc.record({ name: nameOf.filter(isPlain), kind: tie('kind'), optional: fc.boolean() }), {
      selector: ({ name }) => name,
      maxLength: 4,
    })
    .map(objectOf),
}));

const json = (value: JsonValue): JsonValue => JSON.parse(JSON.stringify(value)) as JsonValue;

type Properties = Readonly<Record<string, JsonSchema>>;

/** Adds properties to every closed object, before its own. */
function withAdded(value: JsonValue, schema: JsonSchema, added: (properties: Properties) => JsonObject): JsonValue {
  if (Array.isArray(value))
    return value.map((item: JsonValue) => withAdded(item, schema['items'] as JsonSchema, added));
  if (typeof value !== 'object' || value === null) return value;
  const properties = schema['properties'] as Properties | undefined;
  const entries = Object.entries(value as JsonObject).map(([key, inner]) => [
    key,
    withAdded(inner!, properties?.[key] ?? (schema['additionalProperties'] as JsonSchema), added),
  ]);
  return Object.fromEntries([...Object.entries(properties ? added(properties) : {}), ...entries]) as JsonObject;
}

const withExtra = (): JsonObject => ({ 'an extra one': { deep: 1 } });
const withNulls = (properties: Properties): JsonObject =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, null]));

const cases = object.chain((root) =>
  root.values.map((value) => ({ root, value, validate: jsonSchemaValidator(closeSchema(root.schema)) })),
);

describe('for any supported schema', () => {
  it('its values are accepted unchanged, also after JSON serialization', () => {
    fc.assert(
      fc.property(cases, ({ value, validate }) => {
        const input = json(value) as JsonObject;
        const result = validate(input);
        expect(result).toEqual({ type: 'valid', input });
        expect(json((result as { input: JsonObject }).input)).toEqual(input);
      }),
      { numRuns: inject('isThorough') ? 150 : 40 },
    );
  });

  it('a value that is invalid at one path is rejected there', () => {
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.nat()), ({ root, value, validate }, picks) => {
        const choose: Choose = (of) => of[picks.next().value! % of.length]!;
        const spoiled = root.spoil(json(value), choose);
        if (!spoiled) return;
        const result = validate(spoiled.value as JsonObject);
        expect(result).toMatchObject({ type: 'issues' });
        const paths = result.type === 'issues' ? result.issues.map(({ path }) => path) : [];
        expect(new Set(paths)).toEqual(new Set([spoiled.path]));
      }),
      { numRuns: inject('isThorough') ? 250 : 60 },
    );
  });

  it.each([
    ['extra properties are stripped', withExtra],
    ['null counts as no value of optional properties', withNulls],
  ])('%s at every depth', (_, added) => {
    fc.assert(
      fc.property(cases, ({ root, value, validate }) => {
        const input = json(value) as JsonObject;
        const given = withAdded(input, root.schema, added) as JsonObject;
        const before = JSON.stringify(given);
        expect(validate(given)).toEqual({ type: 'valid', input });
        expect(JSON.stringify(given)).toBe(before);
      }),
      { numRuns: inject('isThorough') ? 150 : 40 },
    );
  });
});
