import { useTexts } from '../texts/texts.js';

/** A key that does the same as the control beside it. Touch screens do not show it. */
export const Kbd = ({ name }: { readonly name: string }) => (
  <kbd className="kbd" title={useTexts().parts.key(name)} aria-hidden="true">
    {name}
  </kbd>
);
