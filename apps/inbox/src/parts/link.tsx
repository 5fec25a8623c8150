import { type ComponentProps, forwardRef, type MouseEvent } from 'react';
import { type AddressChange, go, hrefOf, useAddress } from '../address/use-address.js';

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Follows a link inside the inbox. Returns false for a click that opens another tab, a window or a file. */
export const followLink = (event: MouseEvent, to: AddressChange): boolean => {
  if (!isPlainClick(event)) return false;
  event.preventDefault();
  go(to);
  return true;
};

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'ref'> & { readonly to: AddressChange };

/** A link to another state of the inbox. Opening it in a new tab works. */
// Preact passes a ref on only with forwardRef().
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(({ to, ...more }, ref) => {
  // The rest of the address stays, so the link changes with it.
  useAddress();
  return <a {...more} ref={ref} href={hrefOf(to)} onClick={(event) => followLink(event, to)} />;
});
