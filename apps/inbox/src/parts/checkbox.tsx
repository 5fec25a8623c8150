import { type ReactNode, useEffect, useRef } from 'react';

/** A box that is ticked or not, with its label. `indeterminate`: some of what it stands for is ticked. */
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
}) => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === 'indeterminate';
  }, [checked]);
  return (
    <label className="checkbox">
      <input
        ref={box}
        type="checkbox"
        checked={checked === true}
        disabled={disabled}
        onClick={({ currentTarget, shiftKey }) => onCheck(currentTarget.checked, shiftKey)}
        readOnly
      />
      <span className={hidesLabel ? 'hidden-visually' : undefined}>{label}</span>
    </label>
  );
};
