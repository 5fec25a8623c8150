import type { ApprovalBody } from 'toolgate/http/client';
import { RelativeTime } from '../parts/time.js';
import { VisibleText } from '../parts/visible-text.js';
import { useTexts } from '../texts/texts.js';
import { Section } from './section.js';

/** Rejections that came after the decision. */
export const NotesSection = ({ approval: { notes } }: { readonly approval: ApprovalBody }) => {
  const { card } = useTexts();
  if (notes.length === 0) return null;
  return (
    <Section title={card.notes}>
      <ul className="notes">
        {notes.map(({ by, at, text }, index) => (
          <li key={index}>
            <p>
              <VisibleText text={text} />
            </p>
            <small>
              <VisibleText text={by} /> · <RelativeTime at={at} />
            </small>
          </li>
        ))}
      </ul>
    </Section>
  );
};
