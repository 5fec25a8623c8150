import type { Maker } from './maker.js';

/** Converts a string to a Date. JSON Schema accepts times, such as leap seconds, that a Date cannot represent. */
export const makeDate: Maker = (value, path, issues) => {
  if (typeof value !== 'string') return value;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) {
    issues?.push({ path, message: 'must be a date and time with its zone, such as 2026-01-31T09:30:00Z' });
  }
  return date;
};
