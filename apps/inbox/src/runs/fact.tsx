import type { ReactNode } from 'react';

/** One fact of a run or of a call: its name and its value. */
export const Fact = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
