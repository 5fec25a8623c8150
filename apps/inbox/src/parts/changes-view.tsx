import { type ReactNode, useMemo } from 'react';
import type { JsonBody, JsonObjectBody } from 'toolgate/http/client';
import { type Change, changesBetween } from '../present/changes.js';
import { labelOf } from '../present/field-labels.js';
import type { Field, FieldPath } from '../present/field.js';
import { fieldsOf } from '../present/fields.js';
import { mainUnitLabelOf } from '../present/key-facts.js';
import { moneyDifference } from '../present/money-difference.js';
import type { WordChange } from '../present/word-changes.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { Icon } from './icon.js';
import { Value } from './value.js';
import { VisibleText } from './visible-text.js';

type Fields = ReadonlyMap<string, Field>;

/** Where two arguments differ: the earlier and the later value of each place, as the form shows them. */
export const ChangesView = ({
  before,
  after,
  schema,
  changes: known,
}: {
  readonly before: JsonObjectBody;
  readonly after: JsonObjectBody;
  readonly schema: JsonBody | undefined;
  /** Absent: they are computed here. */
  readonly changes?: readonly Change[];
}) => {
  const { card } = useTexts();
  const changes = useMemo(() => known ?? changesBetween(before, after), [known, before, after]);
  const earlier = useMemo(() => byPath(fieldsOf(schema, before)), [schema, before]);
  const later = useMemo(() => byPath(fieldsOf(schema, after)), [schema, after]);
  if (changes.length === 0) return <p className="value-none">{card.unchanged}</p>;
  return (
    <ul className="difference">
      {changes.map((change) => (
        <li key={keyOf(change.path)}>
          <span className="difference-path">
            <VisibleText text={placeOf(change.path, earlier, later)} />
          </span>
          <Values change={change} earlier={earlier} later={later} />
        </li>
      ))}
    </ul>
  );
};

const keyOf = (path: FieldPath): string => JSON.stringify(path);

const byPath = (fields: readonly Field[], found = new Map<string, Field>()): Fields => {
  for (const field of fields) {
    found.set(keyOf(field.path), field);
    byPath(field.fields ?? [], found);
  }
  return found;
};

const placeOf = (path: FieldPath, earlier: Fields, later: Fields): string =>
  path
    .map((step, index) => {
      const key = keyOf(path.slice(0, index + 1));
      if (typeof step === 'number') return String(step + 1);
      const field = later.get(key) ?? earlier.get(key);
      return field ? mainUnitLabelOf(field) : labelOf(step);
    })
    .join(' › ');

const Values = ({
  change,
  earlier,
  later,
}: {
  readonly change: Change;
  readonly earlier: Fields;
  readonly later: Fields;
}) => {
  const { locale, texts } = useLanguage();
  const { card } = texts;
  if (change.type === 'changed' && change.words) return <WordsView words={change.words} />;
  const key = keyOf(change.path);
  const [before, after] = [earlier.get(key), later.get(key)];
  const money =
    change.type === 'changed' ? moneyDifference([change.before, before], [change.after, after], locale) : undefined;
  return (
    <div className="difference-values">
      {change.type !== 'added' && (
        <span className="difference-side">
          <small>{card.before}</small>
          <del>{shown(before, change.before)}</del>
        </span>
      )}
      {change.type === 'changed' && <Icon name="arrow" />}
      {change.type !== 'removed' && (
        <span className="difference-side">
          <small>{card.after}</small>
          <ins>{shown(after, change.after)}</ins>
        </span>
      )}
      {money && <strong className="difference-money">{card[money.type](money.text)}</strong>}
    </div>
  );
};

/** A text in which the words that were removed and added are marked. */
export const WordsView = ({ words }: { readonly words: readonly WordChange[] }) => (
  <p className="difference-words">
    {words.map(({ type, text }, index) => {
      const Tag = type === 'added' ? 'ins' : type === 'removed' ? 'del' : 'span';
      return (
        <Tag key={index}>
          <VisibleText text={text} isPiece />
        </Tag>
      );
    })}
  </p>
);

const shown = (field: Field | undefined, value: JsonBody): ReactNode => (
  <Value field={field && field.kind !== 'object' && field.kind !== 'list' ? field : jsonField(value)} />
);

const jsonField = (value: JsonBody): Pick<Field, 'kind' | 'value'> => ({ kind: 'json', value });
