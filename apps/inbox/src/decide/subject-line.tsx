import { useMemo } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { Button } from '../parts/button.js';
import { useUnfolded } from '../parts/use-unfolded.js';
import { VisibleText } from '../parts/visible-text.js';
import { useLanguage } from '../texts/texts.js';
import { subjectOf } from '../present/subject.js';

/** Repeats beside the buttons what is decided, because the card above may be scrolled away. */
export const SubjectLine = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { locale, texts } = useLanguage();
  const [isOpen, setOpen] = useUnfolded();
  const short = useMemo(() => subjectOf(approval, locale), [approval, locale]);
  const whole = useMemo(() => subjectOf(approval, locale, (words) => words), [approval, locale]);
  return (
    <p className="decision-subject">
      <strong>
        <VisibleText text={short.tool} />
      </strong>
      {(isOpen ? whole : short).facts.map((fact, index) => (
        <span key={index}>
          {' · '}
          <VisibleText text={fact} />
        </span>
      ))}
      {whole.facts.some((fact, index) => fact !== short.facts[index]) && (
        <>
          {' '}
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? texts.card.showLess : texts.card.showWholeText}
          </Button>
        </>
      )}
    </p>
  );
};
