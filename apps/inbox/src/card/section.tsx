import { type ReactNode, useId } from 'react';

/** A part of the card with a heading. */
export const Section = ({
  title,
  tools,
  className = '',
  children,
}: {
  readonly title: string;
  readonly tools?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}) => {
  const id = useId();
  return (
    <section className={`card-section ${className}`} aria-labelledby={id}>
      <header className="card-section-head">
        <h2 id={id}>{title}</h2>
        {tools}
      </header>
      {children}
    </section>
  );
};
