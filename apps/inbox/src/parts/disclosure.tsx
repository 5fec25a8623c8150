import type { ReactNode } from 'react';
import { Icon } from './icon.js';

/** Details that a person opens. Print shows them open. */
export const Disclosure = ({
  summary,
  isOpen = false,
  children,
}: {
  readonly summary: ReactNode;
  /** Whether it is open at first. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}) => (
  <details className="disclosure" open={isOpen}>
    <summary>
      <Icon name="chevron" />
      <span>{summary}</span>
    </summary>
    <div className="disclosure-content">{children}</div>
  </details>
);
