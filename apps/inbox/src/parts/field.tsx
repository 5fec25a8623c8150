import { type ReactNode, useId } from 'react';
import { useTexts } from '../texts/texts.js';
import { Icon } from './icon.js';

/** What an input needs so that its label, hint and error belong to it. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldTexts {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** Shows "optional" beside the label. */
  readonly isOptional?: boolean;
  /** Screen readers read the label; it is not shown. */
  readonly hidesLabel?: boolean;
}

/** A label, one input, a hint and an error. */
export const Field = ({
  label,
  hint,
  error,
  isOptional = false,
  hidesLabel = false,
  id: stated,
  children,
}: FieldTexts & { readonly id?: string | undefined; readonly children: (control: FieldControl) => ReactNode }) => {
  const { parts } = useTexts();
  const made = useId();
  const id = stated ?? made;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={error ? 'field field-wrong' : 'field'}>
      <label htmlFor={id} className={hidesLabel ? 'hidden-visually' : 'field-label'}>
        {label}
        {isOptional && <span className="field-optional"> {parts.optional}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
};
