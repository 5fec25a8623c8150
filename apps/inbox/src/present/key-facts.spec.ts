import { describe, expect, it } from 'vitest';
import type { JsonObjectBody } from 'toolgate/http/client';
import { fieldsOf } from './fields.js';
import { keyFactsOf, keyLabelOf } from './key-facts.js';

const factsOf = (args: JsonObjectBody, schema?: JsonObjectBody) => {
  const { money, targets } = keyFactsOf(fieldsOf(schema, args));
  return [money?.path.join('.'), ...targets.map(({ path }) => path.join('.'))];
};

describe('the key facts of arguments', () => {
  it('are the amount and the targets', () => {
    expect(factsOf({ reason: 'late', orderNumber: 'A-1', amount: 80, currency: 'EUR' })).toEqual([
      'amount',
      'orderNumber',
    ]);
    expect(factsOf({ fee: 1, totalPrice: 80, to: { name: 'Ann', iban: 'DE89370400440532013000' } })).toEqual([
      'totalPrice',
      'to.name',
      'to.iban',
    ]);
  });

  it('have labels of their own outside of the form', () => {
    const { money, targets } = keyFactsOf(fieldsOf(undefined, { amountInCents: 5, to: { iban: 'DE' } }));
    expect([money!, ...targets].map(keyLabelOf)).toEqual(['Amount', 'To · IBAN']);
  });

  it('are lists of targets, too', () => {
    expect(factsOf({ to: ['ann@example.com', 'ben@example.com'], subject: 'Hello' })).toEqual([
      undefined,
      'to',
      'subject',
    ]);
    expect(
      factsOf({ files: ['/etc/passwd'], orders: ['A-1042'], urls: [], hosts: [{ name: 'a' }], title: 'Tidy up' }),
    ).toEqual([undefined, 'files', 'orders', 'title']);
  });

  it('are required texts if no name says more', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['b'] };
    expect(factsOf({ a: 'x', b: 'y' }, schema)).toEqual([undefined, 'b']);
  });

  it('are up to three targets, and the environment is always among them', () => {
    const args = { service: 'checkout', host: 'a.example', path: '/etc', region: 'eu', environment: 'production' };
    expect(factsOf(args)).toEqual([undefined, 'service', 'host', 'environment']);
  });

  it('are choices that the schema requires, but not the currency', () => {
    const schema = {
      type: 'object',
      properties: { plan: { enum: ['free', 'paid'] }, currency: { enum: ['EUR'] }, color: { enum: ['red'] } },
      required: ['plan', 'currency'],
    };
    expect(factsOf({ plan: 'paid', currency: 'EUR', color: 'red' }, schema)).toEqual([undefined, 'plan']);
  });

  it('are the date on which it happens', () => {
    const schema = { type: 'object', properties: { executeOn: { type: 'string', format: 'date' } } };
    const { date } = keyFactsOf(fieldsOf(schema, { iban: 'DE', executeOn: '2026-12-01' }));
    expect(date?.path).toEqual(['executeOn']);
    expect(keyFactsOf(fieldsOf(schema, { executeOn: '' })).date).toBeUndefined();
  });

  it('are neither prose, secrets nor empty values', () => {
    const args = { emailBody: 'a', userNote: 'a\nb', customer: '', userPassword: 'x', amount: null };
    expect(factsOf(args)).toEqual([undefined]);
  });

  it('are targets of any length, so that a longer value gives its place to no lesser one', () => {
    const url = `https://files.example/${'a'.repeat(300)}`;
    expect(factsOf({ url, path: 'a'.repeat(100), to: 'a\nb', title: 'Report' })).toEqual([
      undefined,
      'url',
      'path',
      'to',
    ]);
    const schema = {
      type: 'object',
      properties: { host: { type: 'string', maxLength: 253 }, command: { type: 'string' }, shell: { type: 'string' } },
      required: ['command', 'shell'],
    };
    expect(factsOf({ host: 'db.example', title: 'Backup' }, schema)).toEqual([undefined, 'host', 'title']);
    expect(factsOf({ command: 'ls '.repeat(40), shell: 'bash' }, schema)).toEqual([undefined, 'command', 'shell']);
  });
});
