import type { ReactNode } from 'react';

/** What a page says when it has nothing to show. */
export const EmptyState = ({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children?: ReactNode;
}) => (
  <div className="empty-state">
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children}
  </div>
);
