import type { JsonBody } from 'toolgate/http/client';
import type { Field } from './field.js';
import { dateWords, type DateWords, type Reader } from './date-words.js';
import { grouped, isIdentifier } from './identifier-words.js';
import { moneyWords, numberWords, type MoneyWords, type NumberWords } from './number-words.js';

/** A value for a hurried reader, as data. Every form keeps the exact value reachable. */
export type ValueWords =
  | { readonly type: 'none' }
  | { readonly type: 'text'; readonly text: string; readonly isLong: boolean }
  | { readonly type: 'yes' | 'no' }
  | ({ readonly type: 'number' } & NumberWords)
  | ({ readonly type: 'money' } & MoneyWords)
  | ({ readonly type: 'date' } & DateWords)
  | { readonly type: 'id'; readonly exact: string; readonly groups: readonly string[] }
  /** `strong` is what counts: the domain of an address, the host of a URL. */
  | { readonly type: 'email' | 'url'; readonly before: string; readonly strong: string; readonly after: string }
  | { readonly type: 'json'; readonly value: JsonBody };

/** The properties of a field that its value depends on. */
export type ShownField = Pick<Field, 'kind' | 'value' | 'currency' | 'isMinorUnit'>;

/** Returns the value of a field for a reader. Objects and lists are `json`: a page shows their fields. */
export const valueWords = (field: ShownField, reader: Reader): ValueWords => {
  const { kind, value } = field;
  if (value === undefined || value === null)
    return kind === 'json' && value === null ? { type: 'json', value } : { type: 'none' };
  if (kind === 'json' || typeof value === 'object') return { type: 'json', value };
  if (typeof value === 'boolean') return { type: value ? 'yes' : 'no' };
  if (kind === 'money') return moneyOrText(field, value, reader);
  if (kind === 'id') return { type: 'id', exact: String(value), groups: grouped(String(value)) };
  if (typeof value === 'number') return { type: 'number', ...numberWords(value, reader.locale) };
  return textWords(field, value, reader);
};

const moneyOrText = (field: ShownField, value: string | number, reader: Reader): ValueWords => {
  const money = moneyWords(value, field, reader.locale);
  return money ? { type: 'money', ...money } : { type: 'text', text: String(value), isLong: false };
};

const LONG = 80;
const LONGEST_ADDRESS = 2000;

const textWords = ({ kind }: ShownField, value: string, reader: Reader): ValueWords => {
  // A date or an address is one whatever its schema says. A choice is shown as it is written.
  const date = kind === 'choice' ? undefined : dateWords(value, reader);
  if (date) return { type: 'date', ...date };
  if (kind === 'text' && isIdentifier(value)) return { type: 'id', exact: value, groups: grouped(value) };
  const isAddress = kind !== 'choice' && value.length <= LONGEST_ADDRESS;
  const link = isAddress ? (emailWords(value) ?? urlWords(value)) : undefined;
  return (
    link ?? { type: 'text', text: value, isLong: kind === 'longText' || value.length > LONG || value.includes('\n') }
  );
};

const emailWords = (text: string): ValueWords | undefined => {
  const [, before, strong] = /^([^\s@<>"(),:;]+@)([^\s@<>"(),:;/]+\.[^\s@<>"(),:;/]+)$/.exec(text) ?? [];
  return before === undefined || strong === undefined ? undefined : { type: 'email', before, strong, after: '' };
};

/**
 * The host follows the user name, which may look like a host: `https://bank.example@evil.example/`. A backslash
 * and a tab are as good as a slash to a browser, so a URL with them is shown as plain text.
 */
const urlWords = (text: string): ValueWords | undefined => {
  const [, before, strong, after] =
    /^([a-z][a-z\d+.-]*:\/\/(?:[^\s/?#\\]*@)?)([^\s/?#\\@]+)([^\s\\]*)$/i.exec(text) ?? [];
  if (before === undefined || strong === undefined || after === undefined) return undefined;
  return { type: 'url', before, strong, after };
};
