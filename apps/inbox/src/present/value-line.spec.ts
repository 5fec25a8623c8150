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
    expect(lineOf(text(299))).toBe(`${'a'.repeat(299)}…`);
  });

  it('keeps a space of the arguments that is not plain, so that it is marked', () => {
    expect(linesOf({ name: 'Ann\u00a0Baker' }, 'en')).toEqual(['Ann\u00a0Baker']);
  });
});
