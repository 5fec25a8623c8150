import { type ComponentProps, useState } from 'react';
import { parseTyped, typedText } from '../present/edit-values.js';
import type { Field } from '../present/field.js';
import { sameJson } from '../present/json-schema.js';
import { Select } from '../parts/select.js';
import { TextArea, TextField } from '../parts/text-field.js';
import { VisibleText } from '../parts/visible-text.js';
import { useLanguage } from '../texts/texts.js';
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
  const { locale, texts } = useLanguage();
  const { decide } = texts;
  const { path, kind, description, value } = field;
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
    label: typeof last === 'number' ? decide.item(last + 1) : <VisibleText text={labelWithUnit(field)} />,
    hint: description && <VisibleText text={description} />,
    error: problems.get(key)?.join(' '),
  };
  if (kind === 'boolean' || kind === 'choice')
    return <Select {...about} value={text} options={optionsOf(field, decide, text)} onSelect={onText} />;
  if (kind === 'longText' || kind === 'json' || kind === 'nothing')
    return <TextArea {...about} value={text} onText={onText} className={kind === 'longText' ? '' : 'input-code'} />;
  return <TextField {...about} {...inputOf(field)} value={text} onText={onText} />;
};

const labelWithUnit = ({ label, currency, isMinorUnit }: Field): string =>
  currency ? `${label} (${isMinorUnit ? '1/100 ' : ''}${currency})` : label;

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
    case 'date':
      return { type: 'date' };
    case 'email':
      return { inputMode: 'email', autoComplete: 'off', spellCheck: false };
    case 'url':
    case 'id':
    case 'dateTime':
      return { autoComplete: 'off', spellCheck: false };
    default:
      return { autoComplete: 'off' };
  }
};
