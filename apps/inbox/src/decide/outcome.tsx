import { useEffect, useRef } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { useMe } from '../data/queries.js';
import { lineOf } from '../present/line-of.js';
import type { Texts } from '../texts/en.js';
import { useLanguage } from '../texts/texts.js';
import { callWords } from './call-words.js';
import { useNextWaiting } from './next-waiting.js';
import { votesOf } from '../present/quorum.js';
import type { Choice } from './use-decision.js';

/** What the decision of the person changed, what happens next, and the way to the next item. */
export const Outcome = ({ choice, approval }: { readonly choice: Choice; readonly approval: ApprovalBody }) => {
  const { locale, texts } = useLanguage();
  const { decide } = texts;
  const { data: me } = useMe();
  const next = useNextWaiting(approval.id, me?.id);
  const link = useRef<HTMLAnchorElement>(null);
  // The button that had the focus is gone. A second Enter opens the next item, and decides nothing.
  useEffect(() => link.current?.focus(), []);
  const isReject = choice.decision === 'reject' && approval.status === 'REJECTED';
  return (
    <Notice
      tone={isReject ? 'info' : 'good'}
      role="status"
      title={outcomeWords(choice, approval, me?.id, decide)}
      actions={
        <Link ref={link} to={{ approval: next?.id }} className="button button-plain button-small">
          {next ? decide.done.next(lineOf(callWords(next, locale)), lineOf(next.requester)) : decide.done.list}
        </Link>
      }
    />
  );
};

const outcomeWords = (
  { decision, reason, answer }: Choice,
  approval: ApprovalBody,
  me: string | undefined,
  { done }: Texts['decide'],
): string => {
  const { status, votes } = approval;
  if (decision === 'respond') return done.answered;
  if (answer !== undefined) return status === 'PENDING' ? done.answerWaits : done.answeredQuestion;
  if (decision === 'reject') {
    if (status !== 'REJECTED' || approval.decidedBy !== me) return done.late;
    return reason ? done.rejectedWithReason : done.rejected;
  }
  if (status !== 'PENDING') return done.approved;
  return votes.some(({ voter }) => voter === me) ? done.waits(votesOf(approval).missing) : done.waitsForOthers;
};
