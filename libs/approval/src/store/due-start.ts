/** The position of a run among the due runs. */
export interface DuePlace {
  readonly due: number;
  readonly place: number;
}

/** Returns the cursor of a page of due runs that ends with a run. */
export const dueCursor = ({ due, place }: DuePlace): string => `${due}:${place}`;

const FIRST: DuePlace = { due: Number.MIN_SAFE_INTEGER, place: 0 };

/**
 * Returns the position after which a page of due runs begins. Throws `RangeError` for a cursor that `due()` did not
 * return.
 */
export const dueStart = (cursor: string | undefined): DuePlace => {
  if (cursor === undefined) return FIRST;
  const [, due, place] = /^(.{1,30}):(\d{1,15})$/.exec(cursor) ?? [];
  const start = { due: Number(due), place: Number(place) };
  if (!Number.isFinite(start.due)) throw new RangeError('Invalid cursor. Pass a cursor that due() returned.');
  return start;
};

/** Compares the places of due runs: longest due first. */
export const inTurn = (a: DuePlace, b: DuePlace): number => a.due - b.due || a.place - b.place;
