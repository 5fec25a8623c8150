import { useState } from 'react';
import { useHistory } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { Skeleton } from '../parts/skeleton.js';
import { RelativeTime } from '../parts/time.js';
import { VisibleText } from '../parts/visible-text.js';
import { type EventSentence, eventWords } from '../present/event-words.js';
import { useTexts } from '../texts/texts.js';
import { Section } from './section.js';

const SHOWN = 8;

/** What happened to the approval, in order. */
export const HistorySection = ({ id }: { readonly id: string }) => {
  const { card, events: texts } = useTexts();
  const { data, isError } = useHistory(id);
  const [isWhole, setWhole] = useState(false);
  const events = data && eventWords(data, texts);
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

const Event = ({ event: { at, tone, text, reason } }: { readonly event: EventSentence }) => (
  <li className={`timeline-${tone}`}>
    <p>
      <span>
        <VisibleText text={text} />
      </span>
      <RelativeTime at={at} />
    </p>
    {reason && (
      <blockquote>
        <VisibleText text={reason} />
      </blockquote>
    )}
  </li>
);
