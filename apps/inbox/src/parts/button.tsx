import { type ComponentPropsWithoutRef, forwardRef, type MouseEvent } from 'react';

export interface ButtonProps extends ComponentPropsWithoutRef<'button'> {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'danger-solid';
  readonly size?: 'normal' | 'small';
  /** While it is true, the button keeps its width and its focus, and a click does nothing. */
  readonly isBusy?: boolean;
}

/**
 * A button. `primary`: the step that most people want; `danger`: it leads to a step that cannot be undone;
 * `danger-solid`: it is that step; `quiet`: beside others.
 */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(
  ({ look = 'plain', size = 'normal', isBusy = false, className = '', onClick, children, ...more }, ref) => (
    <button
      ref={ref}
      type="button"
      {...more}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || more['aria-disabled'] || undefined}
      onClick={isBusy ? stop : onClick}
      className={`button button-${look} button-${size} ${className}`}
    >
      {isBusy ? <span className="button-label">{children}</span> : children}
      {isBusy && <span className="spinner" aria-hidden="true" />}
    </button>
  ),
);

// A busy button of a form must not send it a second time.
const stop = (event: MouseEvent): void => event.preventDefault();
