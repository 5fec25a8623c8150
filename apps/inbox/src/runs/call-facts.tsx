import { useMemo } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { useApproval } from '../data/queries.js';
import { VisibleText } from '../parts/visible-text.js';
import { subjectOf } from '../present/subject.js';
import { useLanguage } from '../texts/texts.js';

/** How much a call moves, to whom and when, as its approval states it: a person must not decide by its name alone. */
export const CallFacts = ({ approvalId }: { readonly approvalId: string }) => {
  const { data: approval } = useApproval(approvalId);
  return approval ? <Facts approval={approval} /> : null;
};

const Facts = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { locale } = useLanguage();
  const { facts } = useMemo(() => subjectOf(approval, locale), [approval, locale]);
  if (facts.length === 0) return null;
  return (
    <p className="run-call-facts">
      <VisibleText text={facts.join(' · ')} />
    </p>
  );
};
