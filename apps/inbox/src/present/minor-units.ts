import { movePoint, withoutZeros } from './decimal.js';
import type { EditResult } from './edit-result.js';
import { plainNumber, typedNumber } from './exact-number.js';
import type { Field } from './field.js';
import { decimalsOf } from './number-words.js';

type MinorField = Pick<Field, 'isText' | 'currency'>;

/** Returns an amount in cents as a person types it in the main unit: 490000 as 4900.00. */
export const typedMainUnits = (minor: string, { currency }: MinorField, locale: string): string =>
  typedNumber(movePoint(minor, -decimalsOf(currency)) ?? minor, locale);

/** Reads an amount in the main unit as cents, digit by digit. A part of a cent is refused and never rounded. */
export const parseMainUnits = (text: string, { isText, currency }: MinorField, locale: string): EditResult => {
  const plain = plainNumber(text, locale);
  if (plain === '') return { ok: false, problem: 'empty' };
  const moved = plain === undefined ? undefined : movePoint(plain, decimalsOf(currency));
  if (moved === undefined) return { ok: false, problem: 'not-a-number' };
  const minor = withoutZeros(moved);
  if (minor.includes('.')) return { ok: false, problem: 'part-of-a-cent' };
  if (isText) return { ok: true, value: minor };
  return Number.isSafeInteger(Number(minor)) ? { ok: true, value: Number(minor) } : { ok: false, problem: 'not-exact' };
};
