const USUAL = 50;
const MOST = 500;

/** Returns how many records a page has: 50 without a limit, and 1 to 500 with one. */
export const pageSize = (limit: number = USUAL): number => Math.max(1, Math.min(MOST, Math.trunc(limit) || USUAL));

/**
 * Returns the position after which a page begins; 0 without a cursor. Throws `TypeError` for a cursor that a list did
 * not return.
 */
export const pageStart = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0;
  const place = /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;
  if (place === undefined) throw new TypeError('Invalid cursor. Pass a cursor that list() returned.');
  return place;
};
