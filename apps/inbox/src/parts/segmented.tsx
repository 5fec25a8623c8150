import { type ReactNode, useId } from 'react';

/** A choice of one of a few, all in view. The arrow keys move it. */
export const Segmented = <T extends string>({
  label,
  value,
  options,
  onSelect,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[];
  readonly onSelect: (value: T) => void;
}) => {
  const name = useId();
  return (
    <fieldset className="segmented">
      <legend className="hidden-visually">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onSelect(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
};
