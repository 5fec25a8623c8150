const HOUR_MS = 3_600_000;

/** One value of each hour. */
export interface HourValue {
  /** The start of the hour, ISO 8601. */
  readonly at: string;
  /** Absent if the hour has none, such as a median without decisions. */
  readonly value: number | undefined;
}

/** The hour in the time zone of the reader: "14:00" and "15:00". */
export const hourOf = (at: string, locale: string): { readonly from: string; readonly to: string } => {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
  const start = Date.parse(at);
  return { from: format.format(start), to: format.format(start + HOUR_MS) };
};

/** The last hour that has a value. */
export const latest = (hours: readonly HourValue[]): HourValue | undefined =>
  hours.findLast(({ value }) => value !== undefined);

/** The sum of the values. */
export const totalOf = (hours: readonly HourValue[]): number => hours.reduce((sum, { value }) => sum + (value ?? 0), 0);
