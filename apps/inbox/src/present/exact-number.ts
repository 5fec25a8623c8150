import type { EditResult } from './edit-result.js';

interface NumberQuestion {
  readonly locale: string;
  readonly isInteger: boolean;
}

/**
 * Reads a number as the locale writes it: with groups of three digits, or without. Refuses a number that JSON could not
 * carry exactly, instead of rounding it.
 */
export const parseNumber = (text: string, { locale, isInteger }: NumberQuestion): EditResult => {
  const plain = plainNumber(text, locale);
  if (plain === '') return { ok: false, problem: 'empty' };
  if (plain === undefined) return { ok: false, problem: 'not-a-number' };
  const value = Number(plain);
  const isSafe = !Number.isInteger(value) || Number.isSafeInteger(value);
  if (!isExact(plain) || !isSafe) return { ok: false, problem: 'not-exact' };
  if (isInteger && !Number.isInteger(value)) return { ok: false, problem: 'not-an-integer' };
  // `-0` is written as `0`.
  return { ok: true, value: value === 0 ? 0 : value };
};

/** Returns a number as a person of the locale types it, without groups. */
export const typedNumber = (value: number | string, locale: string): string =>
  String(value).replace('.', separatorsOf(locale).decimal);

/** Whether a decimal number is the same after it was stored as a JSON number. */
export const isExact = (plain: string): boolean => {
  const value = Number(plain);
  if (!Number.isFinite(value)) return false;
  const typed = digitsOf(plain);
  const stored = digitsOf(String(value));
  return typed.digits === stored.digits && (typed.digits === '' || typed.exponent === stored.exponent);
};

/** Returns the significant digits of a number and the power of ten of the last one. */
const digitsOf = (plain: string): { readonly digits: string; readonly exponent: number } => {
  const [mantissa = '', power = '0'] = plain.toLowerCase().replace(/^[+-]/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return { digits, exponent: Number(power) - fraction.length + (all.length - digits.length) };
};

const separatorsOf = (locale: string): { readonly decimal: string; readonly group: string } => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.5);
  const find = (type: string, other: string): string => parts.find((part) => part.type === type)?.value ?? other;
  return { decimal: find('decimal', '.'), group: find('group', '') };
};

/** Spaces and apostrophes in all their forms, which some locales write between groups. */
const GROUPS = ['.', ',', "'’", ' \u00a0\u202f'] as const;
const escaped = (characters: string): string => characters.replace(/[.\\\]^-]/g, '\\$&');

/** Returns what a person of a locale typed as a plain decimal number; nothing if it is no number. */
export const plainNumber = (text: string, locale: string): string | undefined => {
  const trimmed = text.trim().replace(/^[\u2212\u2013]/, '-');
  if (trimmed === '') return '';
  const { decimal, group } = separatorsOf(locale);
  const groups = escaped(GROUPS.find((forms) => group !== '' && forms.includes(group)) ?? ' \u00a0\u202f');
  const point = escaped(decimal);
  const shape = new RegExp(
    `^([+-]?)(\\d{1,3}(?:[${groups}]\\d{3})+|\\d+|)(?:[${point}](\\d+))?(?:[eE]([+-]?\\d{1,4}))?$`,
  );
  const match = shape.exec(trimmed);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction, power] = match;
  if (whole === '' && fraction === undefined) return undefined;
  const digits = whole.replace(/\D/g, '') || '0';
  return `${sign}${digits}${fraction === undefined ? '' : `.${fraction}`}${power === undefined ? '' : `e${power}`}`;
};
