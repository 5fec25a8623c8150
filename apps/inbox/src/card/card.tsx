import { useEffect, useRef } from 'react';
import { type ApprovalBody, ApprovalsProblem } from 'toolgate/http/client';
import { useApproval } from '../data/queries.js';
import { serverNow } from '../data/server-clock.js';
import { DecisionBar } from '../decide/decision-bar.js';
import { Button } from '../parts/button.js';
import { EmptyState } from '../parts/empty-state.js';
import { useTexts } from '../texts/texts.js';
import { ArgumentsSection } from './arguments-section.js';
import { CardHead } from './card-head.js';
import { CardSkeleton } from './card-skeleton.js';
import { EditsSection } from './edits-section.js';
import { HistorySection } from './history-section.js';
import { MoreBelow } from './more-below.js';
import { NotesSection } from './notes-section.js';
import { Notices } from './notices.js';
import { Outcome } from './outcome.js';
import { QuestionSection } from './question-section.js';
import { WhoSection } from './who-section.js';
import { WhySection } from './why-section.js';

/** One approval, with everything that a person needs in order to decide. */
export const Card = ({ id }: { readonly id: string }) => {
  const { data: approval, error, refetch } = useApproval(id);
  if (approval) return <LoadedCard approval={approval} onExpired={() => void refetch()} />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return <CardSkeleton />;
};

const LoadedCard = ({ approval, onExpired }: { readonly approval: ApprovalBody; readonly onExpired: () => void }) => {
  useExpiry(approval, onExpired);
  const notices = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  return (
    <article className="card">
      <div className="card-content">
        <CardHead approval={approval} />
        <div className="card-columns">
          <div className="card-main">
            <div ref={notices} className="card-notices">
              <Outcome approval={approval} />
              <Notices approval={approval} />
            </div>
            <ArgumentsSection approval={approval} />
            <QuestionSection approval={approval} />
            <div ref={end} />
            <EditsSection approval={approval} />
            <NotesSection approval={approval} />
          </div>
          <div className="card-side">
            <WhySection approval={approval} />
            <WhoSection approval={approval} />
            <HistorySection approval={approval} />
          </div>
        </div>
      </div>
      <div ref={bar} className="card-bar no-print">
        {approval.status === 'PENDING' && <MoreBelow notices={notices} end={end} bar={bar} />}
        <DecisionBar approval={approval} />
      </div>
    </article>
  );
};

const DAY_MS = 86_400_000;

/** Reads the approval again at the moment when it expires, which causes no event. */
const useExpiry = ({ status, expiresAt }: ApprovalBody, onExpired: () => void): void => {
  useEffect(() => {
    const left = Date.parse(expiresAt) - serverNow();
    if (status !== 'PENDING' || !(left < DAY_MS)) return undefined;
    const timer = setTimeout(onExpired, Math.max(left, 1000) + 250);
    return () => clearTimeout(timer);
  }, [status, expiresAt]);
};

const Failed = ({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) => {
  const { app, card } = useTexts();
  const isGone = error instanceof ApprovalsProblem && (error.status === 404 || error.status === 403);
  const { title, text } = isGone ? card.notFound : card.failed;
  return (
    <EmptyState title={title} text={text}>
      {!isGone && <Button onClick={onRetry}>{app.retry}</Button>}
    </EmptyState>
  );
};
