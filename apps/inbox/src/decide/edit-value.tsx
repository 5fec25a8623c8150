import { type ComponentProps, type ReactNode, useState } from 'react';
import { serverNow } from '../data/server-clock.js';
import { dateWords } from '../present/date-words.js';
import { parseTyped, typedText } from '../present/edit-values.js';
import type { Field } from '../present/field.js';
import { sameJson } from '../present/json-schema.js';
import { mainUnitLabelOf } from '../present/key-facts.js';
import { moneyWords } from '../present/number-words.js';
import { Select } from '../parts/select.js';
import { TextArea, TextField } from '../parts/text-field.js';
import { VisibleText } from '../parts/visible-text.js';
import { type Language, useLanguage } from '../texts/texts.js';
import { DateField, TimeField } from './date-fields.js';
import { type EditState, setTyped, setValue } from './edit-state.js';
import { keyOf } from './schema-problems.js';

/** What the fields of an edit form share. */
export interface Editing {
  readonly state: EditState;
  /** By the path of the value. */
  readonly problems: ReadonlyMap<string, readonly string[]>;
  readonly onChange: (state: EditState) => void;
}

/** The input of one value. */
export const EditValue = ({ field, state, problems, onChange }: Editing & { readonly field: Field }) => {
  const language = useLanguage();
  const { locale, texts } = language;
  const { decide } = texts;
  const { path, kind, value } = field;
  const key = keyOf(path);
  const last = path.at(-1);
  // The text as it was typed: 1.50 and 1.5 are the same number.
  const [own, setOwn] = useState<string>();
  const parsed = own === undefined ? undefined : parseTyped(field, own, locale);
  const isOwn = parsed?.ok && value !== undefined && sameJson(parsed.value, value);
  const text = state.typed[key]?.text ?? (isOwn ? own! : typedText(field, value, locale));
  const onText = (typed: string): void => {
    setOwn(typed);
    const result = parseTyped(field, typed, locale);
    onChange(result.ok ? setValue(state, path, result.value) : setTyped(state, path, typed, result.problem));
  };
  const about = {
    label: typeof last === 'number' ? decide.item(last + 1) : <VisibleText text={labelWithCurrency(field)} />,
    hint: hintOf(field, language, state.typed[key] === undefined),
    error: problems.get(key)?.join(' '),
  };
  const shared = { ...about, value: text, onText };
  if (kind === 'boolean' || kind === 'choice')
    return <Select {...about} value={text} options={optionsOf(field, decide, text)} onSelect={onText} />;
  if (kind === 'longText' || kind === 'json' || kind === 'nothing')
    return <TextArea {...shared} className={kind === 'longText' ? '' : 'input-code'} />;
  if (kind === 'date') return <DateField {...shared} />;
  if (kind === 'dateTime') return <TimeField {...shared} />;
  return <TextField {...shared} {...inputOf(field)} />;
};

const labelWithCurrency = (field: Field): string =>
  field.currency === undefined ? mainUnitLabelOf(field) : `${mainUnitLabelOf(field)} (${field.currency})`;

/**
 * The description of a value, and what it means if its text does not say so: the cents that are sent, the day of a date.
 * A text that cannot be used means nothing.
 */
const hintOf = (field: Field, language: Language, isUsable: boolean): ReactNode => {
  const { description } = field;
  const meaning = isUsable && meaningOf(field, language);
  if (description === undefined) return meaning || undefined;
  return (
    <>
      <VisibleText text={description} />
      {meaning && <span className="field-meaning">{meaning}</span>}
    </>
  );
};

const meaningOf = ({ kind, value, currency, isMinorUnit }: Field, { locale, texts: { decide } }: Language) => {
  if (isMinorUnit && (typeof value === 'number' || typeof value === 'string')) {
    const sent = moneyWords(value, { ...(currency !== undefined && { currency }), isMinorUnit }, locale)?.minorUnits;
    return sent && decide.minorUnits(sent);
  }
  if ((kind !== 'date' && kind !== 'dateTime') || typeof value !== 'string') return undefined;
  const words = dateWords(value, { locale, now: serverNow() });
  return words && (kind === 'date' ? `${words.text}, ${words.distance}` : decide.yourTime(words.text, words.distance));
};

const optionsOf = ({ kind, choices = [] }: Field, { yes, no }: { yes: string; no: string }, text: string) => {
  const options =
    kind === 'boolean'
      ? [
          { value: 'true', label: yes },
          { value: 'false', label: no },
        ]
      : choices.map(({ label }) => ({ value: label, label }));
  // A missing value is not the first choice.
  return options.some(({ value }) => value === text) ? options : [{ value: text, label: text || '–' }, ...options];
};

const inputOf = ({ kind, isText }: Field): Partial<ComponentProps<'input'>> => {
  switch (kind) {
    case 'number':
    case 'money':
      return { inputMode: isText ? 'text' : 'decimal', autoComplete: 'off' };
    case 'integer':
      return { inputMode: 'numeric', autoComplete: 'off' };
    case 'email':
      return { inputMode: 'email', autoComplete: 'off', spellCheck: false };
    case 'url':
    case 'id':
      return { autoComplete: 'off', spellCheck: false };
    default:
      return { autoComplete: 'off' };
  }
};
