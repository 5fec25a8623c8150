import type { ComponentProps } from 'react';

/** A button. `primary`: the step that most people want; `danger`: it cannot be undone; `quiet`: beside others. */
export const Button = ({
  look = 'plain',
  size = 'normal',
  className = '',
  ...more
}: ComponentProps<'button'> & {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'normal' | 'small';
}) => <button type="button" {...more} className={`button button-${look} button-${size} ${className}`} />;
