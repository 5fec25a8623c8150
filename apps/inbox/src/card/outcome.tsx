import type { ApprovalBody, ApprovalStatusWord } from 'toolgate/http/client';
import { Link } from '../parts/link.js';
import { Notice, type NoticeTone } from '../parts/notice.js';
import { AbsoluteTime, RelativeTime } from '../parts/time.js';
import { VisibleText } from '../parts/visible-text.js';
import { useTexts } from '../texts/texts.js';
import { endOf } from './end-of.js';
import { JsonView } from '../parts/json-view.js';

const TONES: Readonly<Partial<Record<ApprovalStatusWord, NoticeTone>>> = {
  APPROVED: 'good',
  EXECUTING: 'good',
  SUCCEEDED: 'good',
  RESPONDED: 'good',
  REJECTED: 'bad',
  FAILED: 'bad',
  OUTCOME_UNKNOWN: 'warn',
  ABANDONED: 'warn',
  REVOKED: 'warn',
};

/** The outcome of an approval that no longer waits: who decided, why, and what happened then. */
export const Outcome = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card } = useTexts();
  const { status, approvalExpiresAt, decidedBy, decisionReason, response, runId, requester, requirement } = approval;
  if (status === 'PENDING') return null;
  return (
    <Notice tone={TONES[status] ?? 'info'} title={card.outcome[status]} role="status">
      <p className="outcome-by">
        {decidedBy !== undefined && (
          <>
            <VisibleText text={card.outcome.by(decidedBy)} />
            {' · '}
          </>
        )}
        <RelativeTime at={endOf(approval)} />
      </p>
      {status === 'APPROVED' && approvalExpiresAt !== undefined && (
        <p className="outcome-by">
          {card.useUntil} <AbsoluteTime at={approvalExpiresAt} />
        </p>
      )}
      {decisionReason && (
        <blockquote>
          <VisibleText text={decisionReason} />
        </blockquote>
      )}
      {response !== undefined && (
        <figure className="outcome-response">
          <figcaption>{card.outcome.response}</figcaption>
          {typeof response === 'string' ? <VisibleText text={response} /> : <JsonView value={response} />}
        </figure>
      )}
      {status === 'EXPIRED' && (
        <p>
          <VisibleText text={card.outcome.afterExpiry[requirement.onTimeout](requester)} />
        </p>
      )}
      {status === 'LAPSED' && (
        <p>
          <VisibleText text={card.outcome.afterExpiry.reject(requester)} />
        </p>
      )}
      {status === 'OUTCOME_UNKNOWN' && (
        <Link to={{ view: 'runs', run: runId, approval: undefined }}>{card.outcome.settle}</Link>
      )}
    </Notice>
  );
};
