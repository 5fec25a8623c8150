import { describe, expect, it } from 'vitest';
import { fieldsOf } from './fields.js';
import { lineOf } from './line-of.js';
import { valueLine } from './value-line.js';

const linesOf = (args: Parameters<typeof fieldsOf>[1], locale: string) =>
  fieldsOf(undefined, args).map((field) => valueLine(field, { locale, now: Date.UTC(2026, 10, 24) }));

describe('a value in a line with others', () => {
  it('has plain spaces in the amounts and dates of each language', () => {
    const args = { amount: 12480.5, currency: 'EUR', executeOn: '2026-12-01' };
    expect(linesOf(args, 'de')).toEqual(['12.480,50 €', 'EUR', 'Di., 1. Dez. 2026']);
    expect(linesOf(args, 'en')).toEqual(['€12,480.50', 'EUR', 'Tue, Dec 1, 2026']);
  });

  it('has an identifier in the groups that the card shows', () => {
    expect(linesOf({ iban: 'DE89370400440532013000' }, 'en')).toEqual(['DE89 3704 0044 0532 0130 00']);
  });

  it('is not cut inside a character, because half of one is marked as a character that is easy to miss', () => {
    const text = (before: number): string => `${'a'.repeat(before)}😀${' and more'.repeat(60)}`;
    expect(linesOf({ body: text(59) }, 'en')).toEqual([`${'a'.repeat(59)}…`]);
    expect(linesOf({ body: text(58) }, 'en')).toEqual([`${'a'.repeat(58)}😀…`]);
    const place = (before: number, after: number): string => `${text(before)}😀${'z'.repeat(after)}`;
    expect(linesOf({ path: place(49, 28) }, 'en')).toEqual([`${'a'.repeat(49)}…${'z'.repeat(28)}`]);
    expect(linesOf({ path: place(48, 27) }, 'en')).toEqual([`${'a'.repeat(48)}😀…😀${'z'.repeat(27)}`]);
    const family = '👩\u200d👩\u200d👧';
    const path = `${'a'.repeat(47)}${family}${'b'.repeat(50)}${family}${'z'.repeat(26)}`;
    expect(linesOf({ path }, 'en')).toEqual([`${'a'.repeat(47)}👩…👧${'z'.repeat(26)}`]);
    expect(lineOf(text(299))).toBe(`${'a'.repeat(299)}…`);
  });

  it('has the start and the end of a long text, in one line', () => {
    const path = `/srv/${'a'.repeat(200)}/../../../etc/passwd`;
    expect(linesOf({ path }, 'en')).toEqual([`/srv/${'a'.repeat(45)}…${'a'.repeat(9)}/../../../etc/passwd`]);
    expect(linesOf({ to: 'Ann\r\n\nBen' }, 'en')).toEqual(['Ann Ben']);
  });

  it('has the items of a list, and those at its start and its end if it is long', () => {
    expect(linesOf({ to: ['ann@example.com', 'ben@example.com'], ids: [1, 2] }, 'en')).toEqual([
      'ann@example.com, ben@example.com',
      '1, 2',
    ]);
    const to = Array.from({ length: 40 }, (_, index) => `person-${index}@example.com`);
    expect(linesOf({ to }, 'en')).toEqual([
      'person-0@example.com, person-1@example.com, person…le.com, person-39@example.com',
    ]);
    expect(linesOf({ to: [{ name: 'Ann' }], more: {} }, 'en')).toEqual([undefined, undefined]);
  });

  it('has the whole host of each URL', () => {
    const [user, end] = ['a'.repeat(200), 'b'.repeat(200)];
    const cutEnd = `/${'b'.repeat(49)}…${'b'.repeat(29)}`;
    const host = `${'c'.repeat(200)}.evil.example`;
    expect(linesOf({ url: `https://bank.example:${user}@${host}/${end}` }, 'en')).toEqual([
      `https://…@${host}${cutEnd}`,
    ]);
    // A browser ignores or converts what is no part of a URL, so such a text may name a host anywhere.
    for (const odd of [' ', '\\', '\t', 'd'.repeat(2000)]) {
      const url = `https://bank.example:${odd}${user}@evil.example/${end}`;
      expect(linesOf({ url }, 'en')).toEqual([url]);
    }
  });

  it('keeps a space of the arguments that is not plain, so that it is marked', () => {
    expect(linesOf({ name: 'Ann\u00a0Baker' }, 'en')).toEqual(['Ann\u00a0Baker']);
  });
});
