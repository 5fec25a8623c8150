const USUAL = 50;
const MOST = 500;

/** Returns how many records a page has: 50 without a limit, and 1 to 500 with one. */
export const pageSize = (limit: number = USUAL): number => Math.max(1, Math.min(MOST, Math.trunc(limit) || USUAL));
