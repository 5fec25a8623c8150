import { type ComponentProps, forwardRef, type MouseEvent } from 'react';
import { type AddressChange, go, hrefOf, useAddress } from '../address/use-address.js';

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'ref'> & { readonly to: AddressChange };

/** A link to another state of the inbox. Opening it in a new tab works. */
// Preact passes a ref on only with forwardRef().
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(({ to, ...more }, ref) => {
  // The rest of the address stays, so the link changes with it.
  useAddress();
  return (
    <a
      {...more}
      ref={ref}
      href={hrefOf(to)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        go(to);
      }}
    />
  );
});
