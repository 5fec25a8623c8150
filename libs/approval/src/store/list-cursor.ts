import type { ApprovalOrder } from './approval-query.js';

/** The position of an approval in a list: its time, by the order of the list, and its place among equal times. */
export interface ListPlace {
  readonly value: number;
  readonly place: number;
}

/** Returns the cursor of a page that ends at a position. */
export const listCursor = (order: ApprovalOrder, { value, place }: ListPlace): string => `${order[0]}${value}.${place}`;

/**
 * Returns the position after which a page begins; undefined for the first page. Throws `TypeError` for a cursor that no
 * list of this order returned.
 */
export const listStart = (order: ApprovalOrder, cursor: string | undefined): ListPlace | undefined => {
  if (cursor === undefined) return undefined;
  const [, letter, value, place] = /^([one])(-?\d{1,16})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (letter === order[0]) return { value: Number(value), place: Number(place) };
  throw new TypeError('Invalid cursor. Pass a cursor that list() returned for the same order.');
};
