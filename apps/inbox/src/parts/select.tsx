import type { ReactNode } from 'react';
import { Field, type FieldTexts } from './field.js';
import { Icon } from './icon.js';

/** A choice of one of several. It is the select of the system, so it works on every device. */
export const Select = <T extends string>({
  value,
  options,
  onSelect,
  size = 'normal',
  disabled = false,
  id,
  ...texts
}: FieldTexts & {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[];
  readonly onSelect: (value: T) => void;
  readonly size?: 'normal' | 'small';
  readonly disabled?: boolean;
  readonly id?: string;
}) => (
  <Field {...texts} id={id}>
    {(control) => (
      <span className={`select select-${size}`}>
        <select
          {...control}
          value={value}
          disabled={disabled}
          onChange={({ currentTarget }) => onSelect(currentTarget.value as T)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </span>
    )}
  </Field>
);
