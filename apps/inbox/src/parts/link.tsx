import type { ComponentProps, MouseEvent } from 'react';
import { type AddressChange, go, hrefOf } from '../address/use-address.js';

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** A link to another state of the inbox. Opening it in a new tab works. */
export const Link = ({ to, ...more }: Omit<ComponentProps<'a'>, 'href'> & { readonly to: AddressChange }) => (
  <a
    {...more}
    href={hrefOf(to)}
    onClick={(event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      go(to);
    }}
  />
);
