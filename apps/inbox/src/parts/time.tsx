import { useServerNow, serverNow } from '../data/server-clock.js';
import { useLanguage } from '../texts/texts.js';
import { Icon } from './icon.js';
import { absoluteWords, durationWords, relativeWords, stepOf } from './time-words.js';
import { Tooltip } from './tooltip.js';

const SOON_MS = 5 * 60_000;

/** How long ago a moment was, by the server's clock. The tooltip has its date. */
export const RelativeTime = ({ at }: { readonly at: string }) => {
  const { locale } = useLanguage();
  const now = useServerNow(stepOf(Date.parse(at) - serverNow()));
  return (
    <Tooltip text={absoluteWords(at, locale)}>
      <time dateTime={at}>{relativeWords(Date.parse(at) - now, locale)}</time>
    </Tooltip>
  );
};

/** How much time is left until a moment, by the server's clock. The last five minutes stand out. */
export const TimeLeft = ({ until }: { readonly until: string }) => {
  const { locale, texts } = useLanguage();
  const left = Date.parse(until) - useServerNow(stepOf(Date.parse(until) - serverNow()));
  const words = durationWords(Math.abs(left), locale);
  const look = left <= 0 ? 'over' : left < SOON_MS ? 'soon' : 'calm';
  return (
    <Tooltip text={absoluteWords(until, locale)}>
      <time dateTime={until} className={`time-left time-left-${look}`}>
        {look !== 'calm' && <Icon name="clock" />}
        {left > 0 ? texts.parts.timeLeft(words) : texts.parts.timeOver(words)}
      </time>
    </Tooltip>
  );
};

/** A moment as date and time in the time zone of the reader. */
export const AbsoluteTime = ({ at }: { readonly at: string }) => {
  const { locale } = useLanguage();
  const words = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at));
  return (
    <Tooltip text={absoluteWords(at, locale)}>
      <time dateTime={at}>{words}</time>
    </Tooltip>
  );
};
