import { useId, useState } from 'react';
import type { JsonBody } from 'toolgate/http/client';
import type { Field } from '../present/field.js';
import { isObject } from '../present/json-schema.js';
import { lineOf } from '../present/line-of.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { TextField } from '../parts/text-field.js';
import { VisibleText } from '../parts/visible-text.js';
import { useTexts } from '../texts/texts.js';
import { removeValue, setValue } from './edit-state.js';
import { type Editing, EditValue } from './edit-value.js';
import { keyOf } from './schema-problems.js';

/** The inputs of several fields. Fields that the arguments lack are buttons that add them. */
export const EditFields = ({ fields, ...editing }: Editing & { readonly fields: readonly Field[] }) => (
  <div className="edit-fields">
    {fields
      .filter(({ present, required }) => present || required)
      .map((field) => (
        <EditField key={keyOf(field.path)} field={field} {...editing} />
      ))}
    <AddFields fields={fields.filter(({ present, required }) => !present && !required)} {...editing} />
  </div>
);

const AddFields = ({ fields, state, onChange }: Editing & { readonly fields: readonly Field[] }) => {
  const { decide } = useTexts();
  if (fields.length === 0) return null;
  return (
    <div className="edit-add">
      {fields.map(({ path, label, initial }) => (
        <Button key={keyOf(path)} size="small" onClick={() => onChange(setValue(state, path, initial))}>
          {decide.add(lineOf(label))}
        </Button>
      ))}
    </div>
  );
};

const EditField = ({ field, ...editing }: Editing & { readonly field: Field }) => {
  const { decide } = useTexts();
  const { path, label, required, present, kind } = field;
  const isGroup = kind === 'list' || kind === 'object';
  const canRemove = present && (!required || typeof path.at(-1) === 'number');
  return (
    <div className="edit-field">
      {isGroup ? <EditGroup field={field} {...editing} /> : <EditValue field={field} {...editing} />}
      {canRemove && (
        <Button
          look="quiet"
          size="small"
          className="button-icon"
          aria-label={decide.remove(
            typeof path.at(-1) === 'number' ? decide.item(Number(path.at(-1)) + 1) : lineOf(label),
          )}
          onClick={() => editing.onChange(removeValue(editing.state, path))}
        >
          <Icon name="close" />
        </Button>
      )}
    </div>
  );
};

/** The fields of an object or a list, and what adds one. */
const EditGroup = ({ field, ...editing }: Editing & { readonly field: Field }) => {
  const { decide } = useTexts();
  const { path, label, description, fields = [], itemInitial, propertyInitial, present, initial, value } = field;
  const id = useId();
  const { state, onChange, problems } = editing;
  const last = path.at(-1);
  const add = (name: string | number, value: JsonBody): void => onChange(setValue(state, [...path, name], value));
  const error = problems.get(keyOf(path))?.join(' ');
  return (
    <fieldset className="edit-group" aria-describedby={error && `${id}-error`}>
      <legend>{typeof last === 'number' ? decide.item(last + 1) : <VisibleText text={label} />}</legend>
      {description && (
        <p className="field-hint">
          <VisibleText text={description} />
        </p>
      )}
      <EditFields fields={fields} {...editing} />
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
      {!present && (
        <Button size="small" onClick={() => onChange(setValue(state, path, initial))}>
          {decide.add(lineOf(label))}
        </Button>
      )}
      {present && itemInitial !== undefined && (
        <Button size="small" onClick={() => add(fields.length, itemInitial)}>
          {decide.addItem}
        </Button>
      )}
      {present && propertyInitial !== undefined && (
        <AddProperty
          isTaken={(name) => isObject(value) && Object.hasOwn(value, name)}
          onAdd={(name) => add(name, propertyInitial)}
        />
      )}
    </fieldset>
  );
};

const AddProperty = ({
  isTaken,
  onAdd,
}: {
  readonly isTaken: (name: string) => boolean;
  readonly onAdd: (name: string) => void;
}) => {
  const { decide } = useTexts();
  const [name, setName] = useState('');
  return (
    <div className="edit-property">
      <TextField label={decide.propertyName} value={name} onText={setName} autoComplete="off" />
      <Button
        disabled={name === '' || isTaken(name)}
        onClick={() => {
          onAdd(name);
          setName('');
        }}
      >
        {decide.addProperty}
      </Button>
    </div>
  );
};
