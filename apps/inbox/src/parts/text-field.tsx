import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field.js';

/** One line of text. `onText` receives what the input contains. */
export const TextField = ({
  onText,
  className = '',
  ...props
}: FieldTexts &
  Omit<ComponentProps<'input'>, 'onChange' | 'onInput'> & { readonly onText: (text: string) => void }) => {
  const [texts, more] = split(props);
  return (
    <Field {...texts} id={more.id}>
      {(control) => (
        <input
          type="text"
          {...more}
          {...control}
          className={`input ${className}`}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
      )}
    </Field>
  );
};

/** Several lines of text. It grows with its content. */
export const TextArea = ({
  onText,
  className = '',
  ...props
}: FieldTexts &
  Omit<ComponentProps<'textarea'>, 'onChange' | 'onInput'> & { readonly onText: (text: string) => void }) => {
  const [texts, more] = split(props);
  return (
    <Field {...texts} id={more.id}>
      {(control) => (
        <textarea
          rows={3}
          {...more}
          {...control}
          className={`input input-lines ${className}`}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
      )}
    </Field>
  );
};

const split = <T extends FieldTexts>({ label, hint, error, isOptional, hidesLabel, ...more }: T) =>
  [
    {
      label,
      hint,
      error,
      ...(isOptional !== undefined && { isOptional }),
      ...(hidesLabel !== undefined && { hidesLabel }),
    },
    more,
  ] as const;
