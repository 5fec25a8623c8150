import type { ApprovalBody, ApprovalEventBody } from 'toolgate/http/client';
import { useHistory } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { Skeleton } from '../parts/skeleton.js';
import { ExactTime, RelativeTime } from '../parts/time.js';
import { useUnfolded } from '../parts/use-unfolded.js';
import { VisibleText } from '../parts/visible-text.js';
import { type EventSentence, eventWords } from '../present/event-words.js';
import { useTexts } from '../texts/texts.js';
import { endOf } from './end-of.js';
import { Section } from './section.js';

const SHOWN = 8;

/** What happened to the approval, in order. */
export const HistorySection = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card, events: texts } = useTexts();
  const { data, isError } = useHistory(approval.id);
  const [isWhole, setWhole] = useUnfolded();
  const events = data && eventWords(withEnd(data, approval), texts);
  const hidden = events && !isWhole ? Math.max(0, events.length - SHOWN) : 0;
  return (
    <Section title={card.history}>
      {isError && !events && <p className="value-none">{card.historyFailed}</p>}
      {!isError && !events && <Skeleton lines={2} />}
      {hidden > 0 && (
        <Button look="quiet" size="small" className="no-print" onClick={() => setWhole(true)}>
          {card.earlier(hidden)}
        </Button>
      )}
      {events && (
        <ol className="timeline">
          {events.slice(hidden).map((event, index) => (
            <Event key={index + hidden} event={event} />
          ))}
        </ol>
      )}
    </Section>
  );
};

/** An approval expires or lapses without a write. The event follows when a process writes it. */
const withEnd = (events: readonly ApprovalEventBody[], approval: ApprovalBody): readonly ApprovalEventBody[] => {
  const { id, runId, tenant, status: type } = approval;
  const hasEnd = (type !== 'EXPIRED' && type !== 'LAPSED') || events.some((event) => event.type === type);
  return hasEnd ? events : [...events, { runId, tenant, approvalId: id, at: endOf(approval), type }];
};

const Event = ({ event: { at, tone, text, reason } }: { readonly event: EventSentence }) => (
  <li className={`timeline-${tone}`}>
    <p>
      <span>
        <VisibleText text={text} />
      </span>
      <RelativeTime at={at} />
    </p>
    <ExactTime at={at} />
    {reason && (
      <blockquote>
        <VisibleText text={reason} />
      </blockquote>
    )}
  </li>
);
