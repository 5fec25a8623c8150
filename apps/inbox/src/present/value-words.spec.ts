import { describe, expect, it } from 'vitest';
import type { JsonBody } from 'toolgate/http/client';
import { distanceWords } from './date-words.js';
import type { FieldKind } from './field.js';
import { valueWords } from './value-words.js';

const now = Date.parse('2026-11-23T10:00:00Z');
const reader = (locale = 'en') => ({ locale, now, timeZone: 'Europe/Berlin' });
const words = (
  kind: FieldKind,
  value: JsonBody,
  more: { currency?: string; isMinorUnit?: boolean; locale?: string } = {},
) => valueWords({ kind, value, ...more }, reader(more.locale));
/** Intl writes spaces of different widths. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replace(/[\u00a0\u202f]/g, ' '));

describe('money', () => {
  it.each([
    [80, { currency: 'EUR' }, '€80.00'],
    [80, { currency: 'EUR', locale: 'de' }, '80,00 €'],
    [1_234_567.5, { currency: 'USD' }, '$1,234,567.50'],
    [80.005, { currency: 'EUR' }, '€80.005'],
    [500, { currency: 'JPY' }, '¥500'],
    ['9007199254740993.05', { currency: 'EUR' }, '€9,007,199,254,740,993.05'],
  ])('%j with %j is %s', (value, more, text) => {
    expect(plain(words('money', value, more))).toMatchObject({
      type: 'money',
      text,
      hasCurrency: true,
      exact: String(value),
    });
  });

  it('has no currency that the arguments do not state', () => {
    expect(words('money', 12_345.6)).toEqual({ type: 'money', text: '12,345.6', exact: '12345.6', hasCurrency: false });
    expect(words('money', 80, { currency: 'euro' })).toMatchObject({ text: '80', hasCurrency: false });
  });

  it('in cents is shown in both units', () => {
    expect(words('money', 1_234_500, { currency: 'EUR', isMinorUnit: true })).toMatchObject({
      text: '€12,345.00',
      minorUnits: '1,234,500',
    });
    expect(words('money', 5, { isMinorUnit: true })).toMatchObject({ text: '0.05', minorUnits: '5' });
    expect(words('money', 500, { currency: 'JPY', isMinorUnit: true })).toMatchObject({ text: '¥500' });
  });

  it('that is no number is a text', () => {
    expect(words('money', 'a lot')).toEqual({ type: 'text', text: 'a lot', isLong: false });
  });
});

describe('a number', () => {
  it('has groups from five digits on, and is never rounded', () => {
    expect(words('integer', 2026)).toEqual({ type: 'number', text: '2026' });
    expect(words('integer', 1_234_567)).toEqual({ type: 'number', text: '1,234,567', exact: '1234567' });
    expect(words('number', 0.1234567890123)).toEqual({ type: 'number', text: '0.1234567890123' });
    expect(words('number', 1e300)).toEqual({ type: 'number', text: '1e+300' });
  });

  it('that is an identifier has no groups', () => {
    expect(words('id', 104_311)).toEqual({ type: 'id', exact: '104311', groups: ['104311'] });
  });
});

describe('a date', () => {
  it.each([
    ['2026-11-26', 'en', 'Thu, Nov 26, 2026', 'in 3 days', false],
    ['2026-11-26', 'de', 'Do., 26. Nov. 2026', 'in 3 Tagen', false],
    ['2026-11-22', 'en', 'Sun, Nov 22, 2026', 'yesterday', true],
    ['2026-11-23', 'en', 'Mon, Nov 23, 2026', 'today', false],
    ['2027-11-26', 'en', 'Fri, Nov 26, 2027', 'in 1 year', false],
    ['2026-11-23T12:30:00Z', 'en', 'Mon, Nov 23, 2026, 01:30 PM GMT+1', 'in 2 hours', false],
    ['2026-11-23T10:59:30+01:00', 'en', 'Mon, Nov 23, 2026, 10:59:30 AM GMT+1', '30 seconds ago', true],
  ])('%s in %s', (...[exact, locale, text, distance, isPast]) => {
    expect(plain(words('text', exact, { locale }))).toEqual({ type: 'date', text, distance, isPast, exact });
  });

  it.each(['2026-02-30', '2026-13-01', '2026-11-23T12:30:00', '2026-11-23 12:30', '2026-02-30T10:00Z'])(
    'that does not exist or has no time zone stays a text: %s',
    (text) => {
      expect(words('date', text).type).toBe('text');
    },
  );

  it('is never further away than the distance', () => {
    expect([distanceWords(119_000, 'en'), distanceWords(-500, 'en'), distanceWords(86_400_000 * 40, 'en')]).toEqual([
      'in 1 minute',
      'now',
      'in 1 month',
    ]);
  });
});

describe('a text', () => {
  it.each([
    ['DE89370400440532013000', ['DE89', '3704', '0044', '0532', '0130', '00']],
    ['550e8400-e29b-41d4-a716-446655440000', ['550e8400-e29b-41d4-a716-446655440000']],
  ])('%s is an identifier', (text, groups) => {
    expect(words('text', text)).toEqual({ type: 'id', exact: text, groups });
  });

  it('with wrong check digits is no IBAN, unless its name says so', () => {
    expect(words('text', 'DE89370400440532013001').type).toBe('text');
    expect(words('id', 'DE89370400440532013001')).toMatchObject({ type: 'id', groups: { length: 6 } });
  });

  it('that is an address shows what counts', () => {
    expect(words('text', 'ann@evil.example')).toEqual({
      type: 'email',
      before: 'ann@',
      strong: 'evil.example',
      after: '',
    });
    expect(words('text', 'https://bank.example@evil.example:8443/pay?to=bank.example')).toEqual({
      type: 'url',
      before: 'https://bank.example@',
      strong: 'evil.example:8443',
      after: '/pay?to=bank.example',
    });
    for (const text of ['https://bank.example\\@evil.example/', 'ann@x', 'a b@c.example', 'mailto:a', 'https:///x']) {
      expect(words('url', text).type).toBe('text');
    }
  });

  it('that is a choice is shown as it is written', () => {
    expect(words('choice', '2026-11-26')).toEqual({ type: 'text', text: '2026-11-26', isLong: false });
  });

  it('of a million characters is no address, and is read in time', () => {
    for (const text of [`https://${'a'.repeat(1_000_000)} `, `a@${'b.'.repeat(500_000)} `]) {
      expect(words('url', text).type).toBe('text');
    }
  });

  it('is long from 80 characters or with lines', () => {
    expect([words('text', 'a\nb'), words('text', 'a'.repeat(81))]).toMatchObject([{ isLong: true }, { isLong: true }]);
  });
});

describe('other values', () => {
  it('are yes or no, nothing, or JSON', () => {
    expect(words('boolean', true)).toEqual({ type: 'yes' });
    expect(words('text', null)).toEqual({ type: 'none' });
    expect(words('json', null)).toEqual({ type: 'json', value: null });
    expect(words('json', 'x')).toEqual({ type: 'json', value: 'x' });
    expect(words('object', {})).toEqual({ type: 'json', value: {} });
  });
});
