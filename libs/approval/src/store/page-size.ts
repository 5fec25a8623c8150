const USUAL = 50;
const MOST = 500;

/** How many of a list a page holds. */
export const pageSize = (limit: number = USUAL): number => Math.max(1, Math.min(MOST, Math.trunc(limit) || USUAL));
