import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonSchema, JsonValue } from 'toolgate/model';
import { closeSchema } from '../schema/close-schema.js';
import { jsonSchemaValidator } from './json-schema-validator.js';

const issuesOf = (schema: JsonSchema | z.ZodType, value: JsonValue): unknown => {
  const json = schema instanceof z.ZodType ? (z.toJSONSchema(schema) as JsonSchema) : schema;
  const validate = jsonSchemaValidator(closeSchema({ type: 'object', properties: { value: json } }));
  const result = validate({ value });
  return result.type === 'valid'
    ? result.input['value']
    : result.issues.map(({ path, message }) => `${path} ${message}`.replace('/value', '$'));
};

const payment = z.discriminatedUnion('by', [
  z.object({ by: z.literal('card'), number: z.string().length(16), holder: z.object({ name: z.string() }) }),
  z.object({ by: z.literal('cash'), amount: z.number().max(500) }),
]);

describe('an invalid value of a union', () => {
  it('receives the errors of the branch that its discriminator selects', () => {
    expect(issuesOf(payment, { by: 'cash', amount: 900, extra: 1 })).toEqual(['$/amount must be at most 500']);
    expect(issuesOf(payment, { by: 'card', holder: {} })).toEqual([
      '$/number is required: a string',
      '$/holder/name is required: a string',
    ]);
    expect(issuesOf(z.array(z.union([payment, z.string()])), [{ by: 'cash', amount: 'x' }, 'text', 5])).toEqual([
      '$/0/amount must be a number',
      '$/2 must match one of the allowed shapes exactly',
    ]);
  });

  it('receives the errors of the type if the union has one type and null', () => {
    const person = z.object({ name: z.string().min(2) }).nullable();
    expect(issuesOf(person, { name: 'x' })).toEqual(['$/name must have at least 2 characters']);
    expect(issuesOf(person, 'x')).toEqual(['$ must be an object or null']);
    expect(issuesOf(z.number().max(5).nullable(), 9)).toEqual(['$ must be at most 5']);
  });

  it('receives the errors of the selected branch of a nested union', () => {
    const order = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('order'), payment }),
      z.object({ kind: z.literal('offer'), days: z.number() }),
    ]);
    expect(issuesOf(order, { kind: 'order', payment: { by: 'cash' } })).toEqual([
      '$/payment/amount is required: a number',
    ]);
    expect(issuesOf(order, { kind: 'order', payment: { by: 'cheque' } })).toEqual([
      '$/payment must match one of the allowed shapes exactly',
    ]);
  });

  it('receives the errors of a recursive union at its path', () => {
    const filter: JsonSchema = {
      $ref: '#/properties/value/$defs/Filter',
      $defs: {
        Filter: {
          anyOf: [
            {
              type: 'object',
              properties: { op: { const: 'not' }, of: { $ref: '#/properties/value/$defs/Filter' } },
              required: ['op', 'of'],
            },
            {
              type: 'object',
              properties: { op: { const: 'is' }, field: { type: 'string' } },
              required: ['op', 'field'],
            },
          ],
        },
      },
    };
    const deep = { op: 'not', of: { op: 'not', of: { op: 'is', field: 5 } } };
    expect(issuesOf(filter, deep)).toEqual(['$/of/of/field must be a string']);
    expect(issuesOf(filter, { op: 'not', of: { op: 'none' } })).toEqual([
      '$/of must match one of the allowed shapes exactly',
    ]);
  });

  describe('with branches that are referenced', () => {
    const text: JsonSchema = { type: 'string' };
    const Holder: JsonSchema = { type: 'object', properties: { name: text }, required: ['name'] };
    const Card: JsonSchema = {
      type: 'object',
      properties: { by: { const: 'card' }, number: text, holder: { $ref: '#/$defs/Holder' } },
      required: ['by', 'number'],
    };
    const Transfer: JsonSchema = {
      type: 'object',
      properties: { by: { const: 'transfer' }, iban: text, number: { type: 'integer' } },
      required: ['by', 'iban'],
    };
    const $defs = { Holder, Card, Transfer };
    const validating = (value: JsonSchema) => {
      const validate = jsonSchemaValidator(closeSchema({ type: 'object', properties: { value }, $defs }));
      return (given: JsonValue) => {
        const result = validate({ value: given });
        return result.type === 'valid'
          ? result.input['value']
          : result.issues.map((one) => `${one.path} ${one.message}`);
      };
    };
    const either = validating({ anyOf: [{ $ref: '#/$defs/Card' }, { $ref: '#/$defs/Transfer' }] });

    it('receives the errors of the branch that its discriminator selects', () => {
      expect(either({ by: 'card', number: 7 })).toEqual(['/value/number must be a string']);
      expect(either({ by: 'card', number: 7, extra: 1 })).toEqual(['/value/number must be a string']);
      expect(either({ by: 'card', number: '7', holder: {} })).toEqual(['/value/holder/name is required: a string']);
      expect(either({ by: 'transfer', iban: 5, number: 'x' })).toEqual([
        '/value/iban must be a string',
        '/value/number must be a whole number',
      ]);
      expect(either({ by: 'card' })).toEqual(['/value/number is required: a string']);
      expect(either({ number: 7 })).toEqual(['/value must match one of the allowed shapes exactly']);
      expect(either({ by: 'card', number: '7', extra: 1 })).toEqual({ by: 'card', number: '7' });
    });

    it('receives the errors of the type if the union has one type and null', () => {
      const card = validating({ anyOf: [{ $ref: '#/$defs/Card' }, { type: 'null' }] });
      expect(card({ by: 'card', number: 7 })).toEqual(['/value/number must be a string']);
      expect(card('x')).toEqual(['/value must be an object or null']);
    });

    it('receives only the innermost error of a recursive type', () => {
      const next: JsonSchema = { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] };
      const Node: JsonSchema = { type: 'object', properties: { name: text, next }, required: ['name'] };
      const root: JsonSchema = { $ref: '#/$defs/Node' };
      const validate = jsonSchemaValidator(closeSchema({ type: 'object', properties: { root }, $defs: { Node } }));
      const input = { root: { name: 'a', next: { name: 'b', next: { name: 7, next: null } } } };
      const issues = [{ path: '/root/next/next/name', message: 'must be a string' }];
      expect(validate(input)).toEqual({ type: 'issues', issues });
    });
  });

  // Searching all unions for each error would take minutes.
  it('is handled in linear time for many values', () => {
    const many = Array.from({ length: 5000 }, () => ({ by: 'cash', amount: 'x', extra: 1 }));
    const issues = issuesOf(z.array(payment), many) as readonly string[];
    expect(issues).toHaveLength(5000);
    expect(issues.at(-1)).toBe('$/4999/amount must be a number');
  });

  it('receives only one error if several branches may be intended', () => {
    expect(issuesOf(payment, { by: 'cheque' })).toEqual(['$ must match one of the allowed shapes exactly']);
    expect(issuesOf(payment, {})).toEqual(['$ must match one of the allowed shapes exactly']);
    expect(issuesOf(z.union([z.string(), z.number()]), true)).toEqual(['$ must be a string or a number']);
    const both: JsonSchema = { oneOf: [{ type: 'number' }, { type: 'number', minimum: 0 }] };
    expect(issuesOf(both, 5)).toEqual(['$ must match one of the allowed shapes exactly']);
  });
});
