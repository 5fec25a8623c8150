import { useCallback } from 'react';
import { useServerTime } from '../data/server-clock.js';
import { type Language, useLanguage } from '../texts/texts.js';
import { Icon } from './icon.js';
import { absoluteWords, dateTimeWords, durationWords, relativeWords } from './time-words.js';
import { Tooltip } from './tooltip.js';

const SOON_MS = 10 * 60_000;

/** How long ago a moment was, by the server's clock. The tooltip has its date, and so has the print. */
export const RelativeTime = ({ at }: { readonly at: string }) => {
  const { locale } = useLanguage();
  const words = useServerTime(useCallback((now: number) => relativeWords(Date.parse(at) - now, locale), [at, locale]));
  return (
    <Moment at={at} locale={locale}>
      {words}
    </Moment>
  );
};

/** The date and the time of a moment, as a text that needs no tooltip. Print has it already. */
export const ExactTime = ({ at }: { readonly at: string }) => {
  const { locale } = useLanguage();
  return (
    <small className="time-exact no-print">
      <time dateTime={at}>{dateTimeWords(at, locale)}</time>
    </small>
  );
};

/** How much time is left until a moment, by the server's clock. The last ten minutes stand out. Paper has no clock. */
export const TimeLeft = ({ until }: { readonly until: string }) => {
  const language = useLanguage();
  const end = Date.parse(until);
  // One text, because each subscription to the clock takes time, and a list has many of these.
  const text = useServerTime(
    useCallback((now: number) => `${lookOf(end - now)} ${leftWords(end - now, language)}`, [end, language]),
  );
  const look = text.split(' ', 1).join();
  const words = text.slice(look.length + 1);
  return (
    <time
      dateTime={until}
      className={`time-left time-left-${look} no-print`}
      // Formats of dates take long to create, and a list has many of these.
      onPointerEnter={({ currentTarget }) => void (currentTarget.title = absoluteWords(until, language.locale))}
    >
      {look !== 'calm' && <Icon name="clock" />}
      {words}
    </time>
  );
};

const leftWords = (left: number, { locale, texts: { parts } }: Language): string => {
  const words = durationWords(Math.abs(left), locale);
  return left > 0 ? parts.timeLeft(words) : parts.timeOver(words);
};

const lookOf = (left: number): 'over' | 'soon' | 'calm' => (left <= 0 ? 'over' : left < SOON_MS ? 'soon' : 'calm');

/** A moment as date and time in the time zone of the reader, which the tooltip and the print name. */
export const AbsoluteTime = ({ at }: { readonly at: string }) => {
  const { locale } = useLanguage();
  return (
    <Moment at={at} locale={locale}>
      {dateTimeWords(at, locale)}
    </Moment>
  );
};

/** Words for a moment on the screen. The tooltip has its date with the time zone, and so has the print. */
export const Moment = ({
  at,
  locale,
  children,
}: {
  readonly at: string;
  readonly locale: string;
  readonly children: string;
}) => {
  const exact = absoluteWords(at, locale);
  return (
    <Tooltip text={exact}>
      <time dateTime={at}>
        <span className="no-print">{children}</span>
        <span className="only-print">{exact}</span>
      </time>
    </Tooltip>
  );
};
