import { useMemo } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { VisibleText } from '../parts/visible-text.js';
import { useLanguage } from '../texts/texts.js';
import { subjectOf } from '../present/subject.js';

/** Repeats beside the buttons what is decided, because the card above may be scrolled away. */
export const SubjectLine = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { locale } = useLanguage();
  const { tool, facts } = useMemo(() => subjectOf(approval, locale), [approval, locale]);
  return (
    <p className="decision-subject">
      <strong>
        <VisibleText text={tool} />
      </strong>
      {facts.map((fact, index) => (
        <span key={index}>
          {' · '}
          <VisibleText text={fact} />
        </span>
      ))}
    </p>
  );
};
