import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { JsonBody, JsonObjectBody } from 'toolgate/http/client';
import type { Field } from './field.js';
import { fieldsOf } from './fields.js';

const one = (schema: JsonBody | undefined, args: JsonObjectBody): Field => fieldsOf(schema, args)[0]!;
const property = (name: string, schema: JsonBody, value?: JsonBody): Field =>
  one({ type: 'object', properties: { [name]: schema } }, value === undefined ? {} : { [name]: value });
const kinds = (fields: readonly Field[]): readonly string[] =>
  fields.map(({ path, kind }) => `${path.join('.')} ${kind}`);

const refund = {
  type: 'object',
  properties: {
    orderNumber: { type: 'string', title: 'Order' },
    amount: { type: 'number', minimum: 0, maximum: 500, description: 'What the customer receives.' },
    currency: { enum: ['EUR', 'USD'] },
    notifyCustomer: { type: 'boolean' },
    lines: { type: 'array', items: { $ref: '#/$defs/Line' } },
  },
  required: ['orderNumber', 'amount'],
  additionalProperties: false,
  $defs: {
    Line: { type: 'object', properties: { sku: { type: 'string' }, price: { type: 'number' } }, required: ['sku'] },
  },
};

describe('the fields of arguments', () => {
  it('have the order, the labels and the limits of the schema', () => {
    const fields = fieldsOf(refund, { amount: 80, currency: 'EUR', orderNumber: 'A-1' });
    expect(fields.map(({ label, kind, required, present }) => ({ label, kind, required, present }))).toEqual([
      { label: 'Order', kind: 'id', required: true, present: true },
      { label: 'Amount', kind: 'money', required: true, present: true },
      { label: 'Currency', kind: 'choice', required: false, present: true },
      { label: 'Notify customer', kind: 'boolean', required: false, present: false },
      { label: 'Lines', kind: 'list', required: false, present: false },
    ]);
    expect(fields[1]).toMatchObject({
      currency: 'EUR',
      description: 'What the customer receives.',
      limits: { minimum: 0, maximum: 500 },
    });
    expect(fields[2]!.choices).toEqual([
      { value: 'EUR', label: 'EUR' },
      { value: 'USD', label: 'USD' },
    ]);
  });

  it('are added with an empty text if their money is a text', () => {
    expect(property('price', { type: 'string', title: 'Price' }).initial).toBe('');
    expect(property('price', { type: 'number' }).initial).toBe(0);
  });

  it('contain the items of lists with their paths, and the currency around them', () => {
    const fields = fieldsOf(refund, { currency: 'USD', lines: [{ sku: 'x', price: 3 }, { sku: 'y' }] });
    const lines = fields.find(({ label }) => label === 'Lines')!;
    expect(lines.fields!.map((item) => kinds(item.fields!))).toEqual([
      ['lines.0.sku id', 'lines.0.price money'],
      ['lines.1.sku id', 'lines.1.price money'],
    ]);
    expect(lines.fields![0]!.fields![1]!.currency).toBe('USD');
    expect(lines.itemInitial).toEqual({});
  });

  it('keep arguments that the schema does not name, after the others', () => {
    const fields = fieldsOf(refund, { secretly: true, amount: 1 });
    expect(fields.at(-1)).toMatchObject({
      path: ['secretly'],
      label: 'secretly',
      kind: 'boolean',
      isUnnamed: true,
      value: true,
    });
    expect(fields[0]!.isUnnamed).toBeUndefined();
  });

  it('are JSON if the value does not fit, which is kept', () => {
    expect(property('amount', { type: 'number' }, 'eighty')).toMatchObject({
      kind: 'json',
      value: 'eighty',
      isMisfit: true,
    });
    expect(property('amount', { type: 'number' }, null)).toMatchObject({ kind: 'json', value: null, isMisfit: true });
    expect(property('color', { enum: ['red'] }, 'blue')).toMatchObject({ kind: 'json', isMisfit: true });
    expect(property('constructor', { type: 'number' }, 1)).toMatchObject({ kind: 'number', value: 1 });
  });

  it('follow from the values if there is no schema', () => {
    const args = { name: 'Ann', text: 'a\nb', on: false, n: 1.5, list: [1], object: { a: 1 }, none: null };
    for (const schema of [undefined, true, {}, { type: 'object' }]) {
      expect(kinds(fieldsOf(schema, args))).toEqual([
        'name text',
        'text longText',
        'on boolean',
        'n number',
        'list list',
        'object object',
        'none nothing',
      ]);
      expect(fieldsOf(schema, args).some(({ isUnnamed }) => isUnnamed)).toBe(false);
    }
  });
});

describe('the kind of a field', () => {
  it.each([
    ['starts', { type: 'string', format: 'date' }, 'date'],
    ['starts', { type: 'string', format: 'date-time' }, 'dateTime'],
    ['to', { type: 'string', format: 'email' }, 'email'],
    ['customerEmail', { type: 'string' }, 'email'],
    ['emailText', { type: 'string' }, 'longText'],
    ['callback', { type: 'string', format: 'uri' }, 'url'],
    ['customerId', { type: 'string' }, 'id'],
    ['iban', { type: 'string' }, 'id'],
    ['message', { type: 'string' }, 'longText'],
    ['title', { type: 'string' }, 'text'],
    ['count', { type: 'integer' }, 'integer'],
    ['taxRate', { type: 'number' }, 'number'],
    ['totalPrice', { type: 'number' }, 'money'],
    ['amountInCents', { type: 'integer' }, 'money'],
    ['anything', { type: ['string', 'number'] }, 'json'],
    ['nothing', { type: 'null' }, 'nothing'],
  ] as const)('of %s with %j is known without a value', (name, schema, kind) => {
    expect(property(name, schema as JsonBody).kind).toBe(kind);
  });

  it('does not change while a person types', () => {
    const schema = { type: 'object', properties: { subject: { type: 'string' } } };
    expect(fieldsOf(schema, { subject: 'a\nb' }, { subject: 'a' })[0]!.kind).toBe('text');
  });

  it('states minor units and the currency in a name', () => {
    expect(property('amountInCents', { type: 'integer' }, 5)).toMatchObject({ isMinorUnit: true });
    expect(property('amount', { type: 'integer', description: 'The amount in cents.' }, 5).isMinorUnit).toBe(true);
    expect(property('priceEur', { type: 'number' }, 5)).toMatchObject({ kind: 'money', currency: 'EUR' });
    expect(property('amount', { type: 'string' }, '80.00')).toMatchObject({ kind: 'money', isText: true });
  });

  it.each([
    ['The amount to refund in euros, at most the paid amount', 'EUR'],
    ['In EUR', 'EUR'],
    ['Amount in CHF (at most 500)', 'CHF'],
    ['The amount in the currency of the order, such as in EUR', undefined],
    ['Amount in EUR, or in USD', undefined],
    ['Amount in euros, or in dollars', undefined],
    ['Amount in USD cents', undefined],
    ['Amount in EUR thousands', undefined],
    ['Thousands, in EUR', undefined],
    ['Amount in ABC', undefined],
  ])('with the description "%s" has the currency %s', (description, currency) => {
    expect(property('amount', { type: 'number', description }, 80).currency).toBe(currency);
  });

  it('warns of secrets', () => {
    const names = ['password', 'apiKey', 'access_token', 'pin', 'shipping'];
    expect(names.map((name) => property(name, { type: 'string' }).secretLooking)).toEqual([
      true,
      true,
      true,
      true,
      undefined,
    ]);
  });
});

describe('a schema with unions and references', () => {
  it('has optional values through null', () => {
    for (const schema of [
      { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      { type: ['string', 'null'], format: 'date' },
    ]) {
      expect(property('due', schema, null)).toMatchObject({ kind: 'date', nullable: true, value: null });
    }
  });

  it('joins alternatives that are constants', () => {
    const schema = { anyOf: [{ const: 'low' }, { const: 'high' }, { type: 'null' }], title: 'Level' };
    expect(property('p', schema, 'low')).toMatchObject({ kind: 'choice', label: 'Level', nullable: true });
    expect(property('p', schema).choices!.map(({ label }) => label)).toEqual(['low', 'high']);
  });

  it('chooses the alternative that the value resembles', () => {
    const card = { type: 'object', properties: { type: { const: 'card' }, number: { type: 'string' } } };
    const bank = { type: 'object', properties: { type: { const: 'bank' }, iban: { type: 'string' } } };
    const field = property('target', { oneOf: [card, bank] }, { type: 'bank', iban: 'DE' });
    expect(kinds(field.fields!)).toEqual(['target.type choice', 'target.iban id']);
    expect(property('target', { oneOf: [card, bank] }, 7).kind).toBe('json');
  });

  it('keeps its properties beside a union that only adds conditions', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'boolean' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    };
    expect(kinds(fieldsOf(schema, {}))).toEqual(['a boolean']);
  });

  it('merges the parts of allOf', () => {
    const schema = {
      allOf: [{ $ref: '#/$defs/A' }, { properties: { b: { type: 'boolean' } } }],
      $defs: { A: { type: 'object', properties: { a: { type: 'integer' } } } },
    };
    expect(kinds(fieldsOf(schema, {}))).toEqual(['a integer', 'b boolean']);
  });

  it('shows recursion and references to nothing as JSON', () => {
    const schema = {
      type: 'object',
      properties: {
        root: { $ref: '#/$defs/Node' },
        lost: { $ref: '#/$defs/Lost' },
        far: { $ref: 'https://a.example/x' },
      },
      $defs: { Node: { type: 'object', properties: { left: { $ref: '#/$defs/Node' } } } },
    };
    const fields = fieldsOf(schema, { root: { left: { left: {} } }, lost: 1, far: 2 });
    expect(kinds(fields)).toEqual(['root object', 'lost json', 'far json']);
    expect(kinds(fields[0]!.fields!)).toEqual(['root.left json']);
  });

  it('is read in time however deep it is', () => {
    const names = Array.from({ length: 12 }, (_, index) => `D${index}`);
    const twenty = (next: string) => Array.from({ length: 20 }, () => ({ $ref: `#/$defs/${next}` }));
    const unions = names.map((name, index) => [name, { anyOf: twenty(names[index + 1] ?? 'End') }]);
    const objects = names.map((name, index) => [
      `O${name}`,
      {
        type: 'object',
        properties: Object.fromEntries(twenty(`O${names[index + 1]}`).map((ref, at) => [`p${at}`, ref])),
      },
    ]);
    const schema = {
      type: 'object',
      properties: { union: { $ref: '#/$defs/D0' }, object: { $ref: '#/$defs/OD0' } },
      $defs: { ...Object.fromEntries([...unions, ...objects]), End: { type: 'string' } },
    };
    expect(kinds(fieldsOf(schema, { object: { p1: {} } }))).toEqual(['union json', 'object object']);
    expect(kinds(fieldsOf(schema, {}))).toEqual(['union json', 'object object']);
  });

  it('is never too much for any schema', () => {
    const json = fc.jsonValue({ maxDepth: 6 }) as fc.Arbitrary<JsonBody>;
    const word = fc.constantFrom(
      'type',
      'properties',
      'items',
      'anyOf',
      'allOf',
      '$ref',
      'enum',
      'const',
      'required',
      'a',
    );
    const schema = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<JsonBody>('object', 'array', 'string', '#', '#/properties/a', true, false, null, 3),
        fc.dictionary(word, tie('schema'), { maxKeys: 4 }),
        fc.array(tie('schema'), { maxLength: 3 }),
      ),
    })).schema as fc.Arbitrary<JsonBody>;
    const args = fc.dictionary(fc.oneof(word, fc.string()), json) as fc.Arbitrary<JsonObjectBody>;
    fc.assert(
      fc.property(schema, args, (shape, input) => {
        const fields = fieldsOf(shape, input);
        expect(
          Object.fromEntries(fields.filter(({ present }) => present).map(({ path, value }) => [path[0], value])),
        ).toEqual(input);
      }),
      { numRuns: 500 },
    );
  });
});
