/** The furthest times that ISO 8601 writes with four digits of the year. */
const MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A stored time as ISO 8601. A time later than the year 9999 becomes its last moment. */
export const isoTime = (milliseconds: number): string =>
  new Date(Math.max(0, Math.min(milliseconds, MAX)) || 0).toISOString();
