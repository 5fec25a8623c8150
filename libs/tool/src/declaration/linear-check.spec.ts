import { describe, expect, it } from '@jest/globals';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { jsonSchemaValidator } from './json-schema-validator.js';

const node = { $ref: '#/$defs/Node' };
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
const object = (properties: JsonObject, more: JsonObject = {}): JsonSchema => ({ type: 'object', properties, ...more });

const rootOf = (schema: JsonSchema): JsonSchema =>
  object({ root: node }, { $defs: { Node: schema, Base: object(texts('id'), { additionalProperties: true }) } });

/** A chain of nodes that is this long, with something to strip in each. */
const chain = (length: number, next: (inner: JsonValue) => JsonValue): JsonObject => {
  let inner: JsonValue = { kind: 'a', name: 'end' };
  for (let left = length; left > 0; left -= 1)
    inner = { kind: 'a', name: 'a', next: next(inner), extra: { of: [left] } };
  return { root: inner };
};

describe('what would multiply with the depth is given up', () => {
  const cases: Readonly<Record<string, JsonSchema>> = {
    'alternatives that only their ends tell apart': {
      oneOf: ['b', 'c'].map((key) => object({ next: node, [key]: { type: 'string' } })),
    },
    'conditions that look inside': {
      ...object({ next: node }),
      if: { properties: { next: node } },
      then: {},
      else: { required: ['name'] },
    },
    'parts that are the whole twice': object({ next: { allOf: [node, { allOf: [node] }] } }),
  };

  it.each(Object.entries(cases))('%s', (_, schema) => {
    const validate = jsonSchemaValidator(rootOf(schema));
    expect(validate(chain(3, (inner) => inner))).toBeDefined();
    expect(validate(chain(18, (inner) => inner))).toEqual({
      type: 'issues',
      issues: [{ path: '', message: 'is nested too deeply' }],
    });
  });
});
