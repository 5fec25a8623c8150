import { useCallback } from 'react';
import { useServerTime } from '../data/server-clock.js';
import { type Texts, useTexts } from '../texts/texts.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SOON_MS = 10 * MINUTE;

const leftWords = (left: number, texts: Texts['list']['left']): string => {
  if (left <= 0) return texts.expired;
  if (left < MINUTE) return texts.seconds(Math.ceil(left / 1000));
  if (left < 2 * HOUR) return texts.minutes(Math.floor(left / MINUTE));
  if (left < 2 * DAY) return texts.hours(Math.floor(left / HOUR));
  return texts.days(Math.floor(left / DAY));
};

/** The time that is left, by the clock of the server. The last ten minutes stand out. */
export const RowTime = ({ until }: { readonly until: string }) => {
  const { left } = useTexts().list;
  const end = Date.parse(until);
  const words = useServerTime(useCallback((now: number) => leftWords(end - now, left), [end, left]));
  const look = useServerTime(useCallback((now: number) => lookOf(end - now), [end]));
  return (
    <time dateTime={until} className={`row-time row-time-${look}`}>
      {words}
    </time>
  );
};

const lookOf = (left: number): 'over' | 'soon' | 'calm' => (left <= 0 ? 'over' : left < SOON_MS ? 'soon' : 'calm');
