import type { ReactNode } from 'react';
import { Segmented } from '../parts/segmented.js';
import { VisibleText } from '../parts/visible-text.js';

/** The title of a form, and the choice between two ways to fill it in. */
export const FormHead = <T extends string>({
  title,
  ...choice
}: {
  readonly title: string;
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[];
  readonly onSelect: (value: T) => void;
}) => (
  <div className="decision-form-head">
    <h2 className="decision-title">
      <VisibleText text={title} />
    </h2>
    <Segmented {...choice} />
  </div>
);
