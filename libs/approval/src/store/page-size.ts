const USUAL = 50;
const MOST = 500;

/** Returns how many records a page has. */
export const pageSize = (limit: number = USUAL): number => Math.max(1, Math.min(MOST, Math.trunc(limit) || USUAL));
