/** For whom a time is written: the time of the server, and a time zone if it is not that of the machine. */
export interface Reader {
  readonly locale: string;
  readonly now: number;
  readonly timeZone?: string;
}

/** A date or a time as a person reads it. */
export interface DateWords {
  /** With the day of the week, and a time with its time zone. */
  readonly text: string;
  /** The distance from now, such as "in 3 days". */
  readonly distance: string;
  readonly isPast: boolean;
  /** The value as it is sent. */
  readonly exact: string;
}

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const DAY = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;

/** Returns an ISO 8601 date or time in words; nothing for another text, and for a time without a time zone. */
export const dateWords = (text: string, { locale, now, timeZone }: Reader): DateWords | undefined => {
  const isDate = DATE.test(text);
  if (!isDate && !TIME.test(text)) return undefined;
  const at = Date.parse(text);
  // The engine accepts 2026-02-30 as the second of March.
  if (Number.isNaN(at) || new Date(`${text.slice(0, 10)}T00:00:00Z`).toJSON()?.slice(0, 10) !== text.slice(0, 10))
    return undefined;
  const zone = zoneOf(timeZone);
  const format = isDate
    ? new Intl.DateTimeFormat(locale, { ...DAY, timeZone: 'UTC' })
    : new Intl.DateTimeFormat(locale, {
        ...DAY,
        hour: '2-digit',
        minute: '2-digit',
        ...secondsOf(at),
        timeZoneName: 'short',
        ...zone,
      });
  const today = Date.parse(dayOf(now, timeZone));
  const distance = isDate ? daysApart((at - today) / DAY_MS, locale) : distanceWords(at - now, locale);
  return { text: format.format(at), distance, isPast: isDate ? at < today : at < now, exact: text };
};

/** Returns the day of a time in a time zone, as ISO 8601. */
const dayOf = (time: number, timeZone: string | undefined): string => {
  const format = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...zoneOf(timeZone),
  });
  const [month, , day, , year] = format.formatToParts(time).map(({ value }) => value);
  return `${year}-${month}-${day}`;
};

const zoneOf = (timeZone: string | undefined) => (timeZone === undefined ? {} : { timeZone });

const secondsOf = (at: number) => (at % 60_000 === 0 ? {} : ({ second: '2-digit' } as const));

const daysApart = (days: number, locale: string): string =>
  Math.abs(days) < 60 ? relative(days, 'day', locale) : distanceWords(days * DAY_MS, locale);

const UNITS = [
  ['year', 365.25 * DAY_MS],
  ['month', 30.44 * DAY_MS],
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns a distance of time in its largest unit: "in 3 days", "2 hours ago". */
export const distanceWords = (ms: number, locale: string): string => {
  const [unit, length] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? ['second', 1000];
  return relative(Math.trunc(ms / length), unit, locale);
};

const relative = (count: number, unit: Intl.RelativeTimeFormatUnit, locale: string): string =>
  // Intl knows -0 as "0 seconds ago".
  // "Next month" would be a vague word for 40 days.
  new Intl.RelativeTimeFormat(locale, { numeric: unit === 'day' || count === 0 ? 'auto' : 'always' }).format(
    count === 0 ? 0 : count,
    unit,
  );
