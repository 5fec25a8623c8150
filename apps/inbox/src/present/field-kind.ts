import type { JsonBody } from 'toolgate/http/client';
import { wordsOfName } from './field-labels.js';
import type { FieldKind } from './field.js';
import { own, type SchemaObject, typesOf, valuesOf } from './json-schema.js';

const MONEY = new Set(
  'amount balance budget charge charges cost costs credit debit deposit discount donation fee fees fare fine gross income invoice net payment payout premium price refund rent revenue salary subtotal sum tax tip total wage wages'.split(
    ' ',
  ),
);
const COUNTS = new Set(
  'count index number percent percentage quantity rate ratio year years month months day days'.split(' '),
);
const MINOR_UNITS = new Set(['cent', 'cents', 'minor', 'pence', 'pennies', 'rappen']);
const IDS = new Set('bic ean hash iban id ids key number no reference ref sku uuid vin'.split(' '));
const LONG = new Set(
  'answer bio body code comment content description details explanation html instructions letter markdown message note notes prompt query reason script sql summary text'.split(
    ' ',
  ),
);
const SECRETS =
  /pass(word|wd|phrase|code)|secret|token|api ?key|private ?key|access ?key|credential|\b(pin|cvv|cvc|otp)\b/;
const SHORT_TEXT = 80;

const FORMATS: Readonly<Record<string, FieldKind>> = {
  date: 'date',
  'date-time': 'dateTime',
  email: 'email',
  'idn-email': 'email',
  uri: 'url',
  url: 'url',
  iri: 'url',
  uuid: 'id',
};

/** What the kind of a field depends on: its name, its schema, and the value that was asked for. */
export interface KindQuestion {
  readonly name: string;
  readonly schema: SchemaObject;
  readonly value: JsonBody | undefined;
  /** Whether a property beside it states a currency. */
  readonly hasCurrency: boolean;
}

/** Returns the type of the values: the only one that the schema allows, or the one of the value. */
export const valueType = (schema: SchemaObject, value: JsonBody | undefined): string | undefined => {
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length === 1) return types[0];
  if (value === undefined || value === null) return types.length === 0 && value === null ? 'null' : undefined;
  const type = Array.isArray(value) ? 'array' : typeof value;
  if (types.length === 0 || types.includes(type)) return type;
  return type === 'number' && types.includes('integer') ? 'integer' : undefined;
};

export const kindOf = (question: KindQuestion): FieldKind => {
  const { schema, value } = question;
  const values = valuesOf(schema)?.filter((one) => one !== null);
  if (values && values.length > 0) return values.every((one) => typeof one !== 'object') ? 'choice' : 'json';
  switch (valueType(schema, value)) {
    case 'string':
      return stringKind(question);
    case 'number':
      return isMoney(question) ? 'money' : 'number';
    case 'integer':
      if (isMoney(question)) return 'money';
      return IDS.has(wordsOfName(question.name).at(-1) ?? '') ? 'id' : 'integer';
    case 'boolean':
      return 'boolean';
    case 'array':
      return 'list';
    case 'object':
      return 'object';
    default:
      return value === null || typesOf(schema).includes('null') ? 'nothing' : 'json';
  }
};

const stringKind = (question: KindQuestion): FieldKind => {
  const { name, schema, value } = question;
  const format = own(schema, 'format');
  const byFormat = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (byFormat) return byFormat;
  const words = wordsOfName(name);
  const last = words.at(-1) ?? '';
  const text = typeof value === 'string' ? value : '';
  if (text.includes('\n') || text.length > SHORT_TEXT) return 'longText';
  if (isMoney(question) && /^-?\d+(\.\d+)?$/.test(text)) return 'money';
  if (words.includes('email') && !LONG.has(last)) return 'email';
  if (['url', 'uri', 'link', 'website', 'webhook'].includes(last)) return 'url';
  if (IDS.has(last)) return 'id';
  const longest = own(schema, 'maxLength');
  if (typeof longest === 'number') return longest > 200 ? 'longText' : 'text';
  return isProse(name) ? 'longText' : 'text';
};

/** Whether a name suggests a text that a person reads, and no target. */
export const isProse = (name: string): boolean => LONG.has(wordsOfName(name).at(-1) ?? '');

const isMoney = ({ name, hasCurrency, schema }: KindQuestion): boolean => {
  const words = wordsOfName(name);
  if (isMinorUnits(name, schema) || currencyInName(name) !== undefined) return true;
  if (words.some((word) => COUNTS.has(word))) return false;
  return words.some((word) => MONEY.has(word)) || (hasCurrency && words.at(-1) === 'value');
};

/** Whether a number counts cents, by its name (`amountInCents`) or its description. */
export const isMinorUnits = (name: string, schema: SchemaObject): boolean => {
  const words = wordsOfName(name);
  const description = own(schema, 'description');
  if (words.length > 1 && MINOR_UNITS.has(words.at(-1)!)) return true;
  if (words.includes('minor') && words.includes('units')) return true;
  return (
    words.some((word) => MONEY.has(word)) &&
    typeof description === 'string' &&
    /\b(in|of) (euro |us )?cents\b|\bminor (currency )?units?\b|\bin pence\b/i.test(description)
  );
};

const CURRENCIES = new Set(
  'aud brl cad chf cny czk dkk eur gbp hkd huf inr jpy krw mxn nok nzd pln sek sgd usd zar'.split(' '),
);

/** Returns the currency that ends a name such as `priceEur`. */
export const currencyInName = (name: string): string | undefined => {
  const words = wordsOfName(name);
  const last = words.at(-1) ?? '';
  return words.length > 1 && CURRENCIES.has(last) ? last.toUpperCase() : undefined;
};

/** Returns the currency that a description states as the unit of an amount ("in euros"), if it mentions no other. */
export const currencyInDescription = (schema: SchemaObject): string | undefined => {
  const description = own(schema, 'description');
  if (typeof description !== 'string' || OTHER_UNIT.test(description)) return undefined;
  const unit = /\b[Ii]n (euros?|[A-Z]{3})\s*(?:$|[.,;:()])/.exec(description)?.[1];
  const code = unit?.startsWith('euro') ? 'EUR' : unit;
  const isOnly = description.match(/\b[A-Z]{3}\b/g)?.every((word) => word === code || !isCurrency(word)) ?? true;
  return code !== undefined && isCurrency(code) && isOnly ? code : undefined;
};

const OTHER_UNIT = /\bcurrency\b|dollars?\b|pounds?\b|thousands?\b|millions?\b|[$£¥]/i;

const isCurrency = (code: string): boolean => CURRENCIES.has(code.toLowerCase());

/** Whether a value may be a secret, by its name or its schema. */
export const looksSecret = (name: string, schema: SchemaObject): boolean =>
  own(schema, 'writeOnly') === true ||
  own(schema, 'format') === 'password' ||
  SECRETS.test(wordsOfName(name).join(' '));
