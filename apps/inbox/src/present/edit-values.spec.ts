import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { JsonBody } from 'toolgate/http/client';
import { parseTyped, typedText, withoutValue, withValue } from './edit-values.js';
import type { FieldKind } from './field.js';

const field = (kind: FieldKind, isText = false) => ({ kind, isText });
const TEXTS: readonly FieldKind[] = ['text', 'id'];
const read = (kind: FieldKind, text: string, locale = 'en'): JsonBody => {
  const result = parseTyped(field(kind, TEXTS.includes(kind)), text, locale);
  return result.ok ? result.value : `(${result.problem})`;
};

describe('a typed number', () => {
  it.each([
    ['1,234.56', 'en', 1234.56],
    ['1.234,56', 'de', 1234.56],
    ['80,5', 'de', 80.5],
    ['1.234', 'de', 1234],
    ['1.5', 'de', '(not-a-number)'],
    ['1,5', 'en', '(not-a-number)'],
    ["1'234.50", 'de-CH', 1234.5],
    ['1 234,5', 'fr', 1234.5],
    ['−3', 'en', -3],
    ['.5', 'en', 0.5],
    ['1e3', 'en', 1000],
    [' ', 'en', '(empty)'],
    ['0x10', 'en', '(not-a-number)'],
    ['-0', 'en', 0],
  ])('%j in %s is %j', (text, locale, value) => {
    expect(read('number', text, locale)).toBe(value);
  });

  it.each(['9007199254740993', '0.1234567890123456789', '1e400', '-9007199254740992'])(
    '%s is refused instead of rounded',
    (text) => {
      expect(read('number', text)).toBe('(not-exact)');
    },
  );

  it('is the number that was shown, in every locale', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom('en', 'de', 'fr'),
        (number, locale) => {
          fc.pre(!Number.isInteger(number) || Number.isSafeInteger(number));
          const text = typedText(field('number'), number, locale);
          expect(read('number', text, locale)).toBe(number === 0 ? 0 : number);
        },
      ),
    );
  });

  it('of an integer field has no fraction', () => {
    expect(read('integer', '3.5')).toBe('(not-an-integer)');
    expect(read('integer', '3.0')).toBe(3);
  });
});

describe('a typed value', () => {
  it('of money may be a JSON string, and stays one', () => {
    expect(parseTyped(field('money', true), '80.00', 'de')).toEqual({ ok: true, value: '80.00' });
  });

  it('of an id may be a number, and stays one', () => {
    expect(parseTyped(field('id'), '104311', 'de')).toEqual({ ok: true, value: 104_311 });
  });

  it('of a choice is the value of the choice', () => {
    const choices = [{ value: 1, label: '1' }];
    expect(parseTyped({ ...field('choice'), choices }, '1', 'en')).toEqual({ ok: true, value: 1 });
    expect(parseTyped({ ...field('choice'), choices }, '2', 'en')).toEqual({ ok: false, problem: 'not-a-choice' });
  });

  it.each([
    ['date', '2026-02-29', '(not-a-date)'],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '', '(empty)'],
    ['dateTime', '2026-11-23T09:00:00+01:00', '2026-11-23T09:00:00+01:00'],
    ['dateTime', '2026-02-30T09:00', '(not-a-time)'],
    ['dateTime', '2026-11-23T25:00Z', '(not-a-time)'],
    ['boolean', 'false', false],
    ['json', '{"a":[1,null]}', { a: [1, null] }],
    ['json', '{a:1}', '(not-json)'],
    ['json', '{"id":9007199254740993}', '(not-exact)'],
    ['json', '{"id":"9007199254740993"}', { id: '9007199254740993' }],
    ['text', '', ''],
    ['id', 'A-1', 'A-1'],
  ] as const)('of kind %s: %j', (kind, text, value) => {
    expect(read(kind, text)).toEqual(value);
  });

  it('without a time zone is a time of this machine', () => {
    expect(read('dateTime', '2026-11-23T09:00')).toBe(new Date('2026-11-23T09:00').toISOString().replace('.000Z', 'Z'));
  });

  it('of JSON is what was shown', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(read('json', typedText(field('json'), value as JsonBody, 'en'))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });
});

describe('arguments with a value at a path', () => {
  const args = { a: { b: [1, 2, 3] }, c: 'x' };

  it('are copied on the way, and nowhere else', () => {
    const next = withValue(args, ['a', 'b', 1], 9);
    expect(next).toEqual({ a: { b: [1, 9, 3] }, c: 'x' });
    expect(args.a.b).toEqual([1, 2, 3]);
    expect(withValue(args, ['d', 'e'], null)).toEqual({ ...args, d: { e: null } });
  });

  it('lose a property or an item', () => {
    expect(withoutValue(args, ['a', 'b', 0])).toEqual({ a: { b: [2, 3] }, c: 'x' });
    expect(withoutValue(args, ['c'])).toEqual({ a: args.a });
    expect(withoutValue(args, ['c', 'd'])).toEqual({ a: args.a, c: {} });
  });

  it('may have any name', () => {
    expect(Object.keys(withValue({}, ['__proto__'], 1))).toEqual(['__proto__']);
  });
});
