import { useRunEvents } from '../data/queries.js';
import { Skeleton } from '../parts/skeleton.js';
import { Moment } from '../parts/time.js';
import { VisibleText } from '../parts/visible-text.js';
import { type EventSentence, eventWords } from '../present/event-words.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { momentsOf } from './moments.js';

/** What happened to a run, oldest first. */
export const RunTimeline = ({ id }: { readonly id: string }) => {
  const { runs, events: texts } = useTexts();
  const { data, error } = useRunEvents(id);
  return (
    <section>
      <h2>{runs.timeline}</h2>
      {!data && (error ? <p className="run-none">{runs.failed.title}</p> : <Skeleton lines={3} />)}
      <ol className="run-moments">
        {momentsOf(eventWords(data ?? [], texts)).map(({ at, events }, index) => (
          <li key={index}>
            <ClockTime at={at} />
            <ol className="timeline">
              {events.map((event, place) => (
                <Event key={place} event={event} />
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </section>
  );
};

const CLOCK = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;

const ClockTime = ({ at }: { readonly at: string }) => {
  const { locale } = useLanguage();
  return (
    <Moment at={at} locale={locale}>
      {new Intl.DateTimeFormat(locale, CLOCK).format(new Date(at))}
    </Moment>
  );
};

const Event = ({ event: { text, tone, reason } }: { readonly event: EventSentence }) => {
  return (
    <li className={`timeline-${tone}`}>
      <p>
        <span>
          <VisibleText text={text} />
        </span>
      </p>
      {reason && (
        <blockquote>
          <VisibleText text={reason} />
        </blockquote>
      )}
    </li>
  );
};
