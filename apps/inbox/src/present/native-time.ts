/** A time in the two parts of a native field: what a clock on the wall shows, and the zone of that clock. */
export interface NativeTime {
  readonly wall: string;
  /** `Z`, or a distance from UTC such as `+01:00`. */
  readonly zone: string;
}

const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:\d{2})$/;

/**
 * Returns an ISO 8601 time for a native field; nothing for a time that such a field cannot hold exactly: with parts of a
 * second, or without a zone.
 */
export const nativeTime = (text: string): NativeTime | undefined => {
  const [, wall, zone] = TIME.exec(text) ?? [];
  if (wall === undefined || zone === undefined || Number.isNaN(Date.parse(text))) return undefined;
  return isDay(wall.slice(0, 10)) ? { wall, zone } : undefined;
};

/** Returns the ISO 8601 time of a native field, with the seconds that a browser leaves out if they are zero. */
export const isoTimeOf = ({ wall, zone }: NativeTime): string => `${wall.length === 16 ? `${wall}:00` : wall}${zone}`;

/** Whether a text is a day that exists, as ISO 8601. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
};

/** Names a zone as a reader knows it: `UTC`, `UTC+01:00`. */
export const zoneWords = (zone: string): string => (zone === 'Z' ? 'UTC' : `UTC${zone}`);
