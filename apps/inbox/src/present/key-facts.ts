import { labelOf, wordsOfName } from './field-labels.js';
import { isProse } from './field-kind.js';
import type { Field, FieldKind } from './field.js';

/** What a hurried person must read first: how much, and to whom or on what. */
export interface KeyFacts {
  readonly money?: Field;
  readonly targets: readonly Field[];
  /** The first day or moment: when it happens. */
  readonly date?: Field;
}

/** Returns the label of a field outside of its object, and of money that is shown in its main unit. */
export const keyLabelOf = (field: Field): string => {
  const inside = field.path.slice(0, -1).filter((step) => typeof step === 'string');
  return [...inside.map(labelOf), mainUnitLabelOf(field)].join(' · ');
};

/** Returns the label of a field, without the cents of money that is shown in its main unit. */
export const mainUnitLabelOf = ({ label, isMinorUnit }: Pick<Field, 'label' | 'isMinorUnit'>): string =>
  isMinorUnit ? label.replace(/(?: in)? (?:cents?|pence|minor(?: units)?)$/i, '') : label;

const CURRENCY = new Set(['currency']);
const TOTALS = new Set(['total', 'amount', 'sum']);
const TARGETS = new Set(
  'to recipient recipients customer iban account email order invoice user member employee patient supplier vendor payee beneficiary host url path file domain phone address name id repository branch table database server service region cluster namespace project environment env stage subject title'.split(
    ' ',
  ),
);
const ENVIRONMENTS = new Set(['environment', 'env', 'stage']);
const TARGET_KINDS: readonly FieldKind[] = ['id', 'email', 'url', 'text', 'longText', 'choice'];
const DATE_KINDS: readonly FieldKind[] = ['date', 'dateTime'];
const MOST_TARGETS = 3;

/** Chooses the amount, the targets and the date among the fields and those of their objects. */
export const keyFactsOf = (fields: readonly Field[]): KeyFacts => {
  const near = fields.flatMap((field) => [field, ...(field.kind === 'object' ? (field.fields ?? []) : [])]);
  const amounts = near.filter(({ kind, value }) => kind === 'money' && value !== undefined && value !== null);
  const money = amounts.find((field) => hasWord(field, TOTALS)) ?? amounts[0];
  const candidates = near.filter(isTargetText);
  const named = candidates.filter((field) => hasWord(field, TARGETS));
  const targets = named.length > 0 ? named : candidates.filter((field) => field.required && !hasWord(field, CURRENCY));
  const date = near.find(({ kind, value }) => DATE_KINDS.includes(kind) && typeof value === 'string' && value !== '');
  return { ...(money && { money }), targets: firstOf(targets), ...(date && { date }) };
};

/** The environment in which a call acts is always among them, because it matters whether that is production. */
const firstOf = (targets: readonly Field[]): readonly Field[] => {
  const first = targets.slice(0, MOST_TARGETS);
  const place = targets.find((field) => hasWord(field, ENVIRONMENTS));
  return place && !first.includes(place) ? [...first.slice(0, -1), place] : first;
};

const hasWord = (field: Field, words: ReadonlySet<string>): boolean =>
  wordsOf(field).some((word) => words.has(word) || words.has(word.replace(/s$/, '')));

const wordsOf = ({ path }: Field): readonly string[] => wordsOfName(String(path.at(-1)));

/** A long value may be the only one that matters, so its length does not count. */
const isTargetText = (field: Field): boolean =>
  field.kind === 'list' ? (field.fields?.length ?? 0) > 0 && field.fields!.every(isOneTarget) : isOneTarget(field);

const isOneTarget = ({ kind, path, value, secretLooking }: Field): boolean =>
  TARGET_KINDS.includes(kind) &&
  !(kind === 'longText' && isProse(String(path.at(-1)))) &&
  secretLooking !== true &&
  (typeof value === 'number' || (typeof value === 'string' && value !== ''));
