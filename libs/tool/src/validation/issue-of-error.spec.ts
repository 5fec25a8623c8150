import { expect, it } from 'vitest';
import type { JsonSchema, JsonValue } from 'toolgate/model';
import { jsonSchemaValidator } from './json-schema-validator.js';

const record: JsonSchema = { type: 'object', additionalProperties: { type: 'number' } };

it.each<[JsonSchema, JsonValue, string]>([
  [{ type: 'string', minLength: 1 }, '', 'must have at least 1 character'],
  [{ type: 'string', maxLength: 2 }, 'abc', 'must have at most 2 characters'],
  [{ type: 'array', minItems: 1 }, [], 'must have at least 1 item'],
  [{ type: 'array', maxItems: 2 }, [1, 2, 3], 'must have at most 2 items'],
  [{ type: 'object', minProperties: 1 }, {}, 'must have at least 1 property'],
  [{ type: 'array', prefixItems: [{}], items: false }, [1, 2], 'must have at most 1 item'],
  [{ type: 'array', contains: { const: 1 } }, [], 'must have at least 1 item of the expected kind'],
  [
    { type: 'array', contains: { type: 'number' }, minContains: 2, maxContains: 3 },
    [1],
    'must have at least 2 items and at most 3 of the expected kind',
  ],
  [{ ...record, propertyNames: { enum: ['a', 'b'] } }, { c: 1 }, 'has a property whose name must be "a" or "b"'],
  [
    { ...record, propertyNames: { maxLength: 1 } },
    { cc: 1 },
    'has a property whose name must have at most 1 character',
  ],
  [{ not: { enum: ['admin', 'root'] } }, 'root', 'must not be "admin" or "root"'],
  [{ not: { minLength: 2 } }, 'root', 'must not match what the schema excludes'],
])('%o describes %o to the model', (value, given, message) => {
  const validate = jsonSchemaValidator({ type: 'object', properties: { value } });
  expect(validate({ value: given })).toEqual({ type: 'issues', issues: [{ path: '/value', message }] });
});
