/** The latest time that ISO 8601 writes with a year of four digits. */
const MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Returns a stored time as ISO 8601. A time after the year 9999 becomes the last moment of that year. */
export const isoTime = (milliseconds: number): string =>
  new Date(Math.max(0, Math.min(milliseconds, MAX)) || 0).toISOString();

/** Returns the known times of a record as ISO 8601. A time that never comes is stored as null: JSON has no infinity. */
export const isoTimes = <Name extends string>(
  times: Partial<Readonly<Record<Name, number | undefined>>>,
): Partial<Readonly<Record<Name, string>>> =>
  Object.fromEntries(
    Object.entries<number | null | undefined>(times).flatMap(([name, time]) =>
      typeof time === 'number' ? [[name, isoTime(time)]] : [],
    ),
  ) as Partial<Record<Name, string>>;
