const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Whether a value is a time in ISO 8601: a date, which begins at midnight UTC, or a date with a time and its zone. */
export const isIsoTime = (value: unknown): boolean =>
  typeof value === 'string' && ISO.test(value) && Number.isFinite(Date.parse(value)) && isDay(value.slice(0, 10));

// A date that the month does not have would be read as one of the next month.
const isDay = (day: string): boolean => new Date(day).toISOString().startsWith(day);
