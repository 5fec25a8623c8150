import { type ReactNode, useId } from 'react';

/** One of several choices, with what it means, and what it needs once it is chosen. */
export interface Choice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  readonly hint: ReactNode;
  readonly details?: ReactNode;
}

/** A choice between a few ways, each with its consequence. */
export const Choices = <T extends string>({
  label,
  choices,
  value,
  onSelect,
}: {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  /** Absent: none is chosen yet. */
  readonly value: T | undefined;
  readonly onSelect: (value: T) => void;
}) => {
  const name = useId();
  return (
    <fieldset className="choices">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <div key={choice.value} className={choice.value === value ? 'choice choice-chosen' : 'choice'}>
          <label>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              aria-describedby={`${name}-${choice.value}`}
              onChange={() => onSelect(choice.value)}
            />
            <strong>{choice.label}</strong>
          </label>
          <p id={`${name}-${choice.value}`}>{choice.hint}</p>
          {choice.value === value && choice.details}
        </div>
      ))}
    </fieldset>
  );
};
