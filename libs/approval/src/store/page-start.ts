/** The place behind which a page begins; 0 without a cursor. Throws `RangeError` for a cursor that no list has given. */
export const pageStart = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0;
  const place = /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;
  if (place === undefined) throw new RangeError('The cursor is none that a list has given.');
  return place;
};
