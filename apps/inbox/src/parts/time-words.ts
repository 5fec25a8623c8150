import { numberFormat } from '../present/number-format.js';
import { ownDuration } from '../present/own-format.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const NOW_MS = 3000;

const UNITS = [
  ['day', DAY, 2 * DAY],
  ['hour', HOUR, 2 * HOUR],
  ['minute', MINUTE, 90_000],
  ['second', 1000, 0],
] as const;

/** How far a moment is away, in words: "5 min. ago", "in 3 hr.". */
export const relativeWords = (differenceMs: number, locale: string): string => {
  const size = Math.abs(differenceMs);
  // The clocks differ by some seconds, and an event that has just happened must not be shown as a future one.
  if (size < NOW_MS) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  const [unit, ms] = UNITS.find(([, , from]) => size >= from)!;
  const amount = Math.trunc(differenceMs / ms);
  return new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'always' }).format(amount, unit);
};

/** A length of time in words: "45 sec", "12 min", "3 hr", "2 days". */
export const durationWords = (lengthMs: number, locale: string): string => {
  const [unit, ms] = UNITS.find(([, , from]) => lengthMs >= from)!;
  const amount = Math.trunc(lengthMs / ms);
  const options = { style: 'unit', unit, unitDisplay: 'short' } as const;
  return ownDuration(amount, unit, locale) ?? numberFormat(locale, options).format(amount);
};

/** A moment with its date and time zone. */
export const absoluteWords = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' }).format(new Date(at));

/** A moment with its date, without its time zone. */
export const dateTimeWords = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at));
