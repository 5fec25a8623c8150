import type { ReactNode } from 'react';

/** A box that is ticked or not, with its label. `indeterminate`: some of the items that it represents are ticked. */
export const Checkbox = ({
  label,
  checked,
  onCheck,
  hidesLabel = false,
  disabled = false,
}: {
  readonly label: ReactNode;
  readonly checked: boolean | 'indeterminate';
  /** The second parameter says whether Shift was held: a list ticks all items between. */
  readonly onCheck: (checked: boolean, withShift: boolean) => void;
  readonly hidesLabel?: boolean;
  readonly disabled?: boolean;
}) => (
  <label className="checkbox">
    <input
      type="checkbox"
      checked={checked === true}
      // Preact sets it as a property. The types of React do not know it.
      {...{ indeterminate: checked === 'indeterminate' }}
      disabled={disabled}
      onClick={({ currentTarget, shiftKey }) => onCheck(currentTarget.checked, shiftKey)}
      readOnly
    />
    <span className={hidesLabel ? 'hidden-visually' : undefined}>{label}</span>
  </label>
);
