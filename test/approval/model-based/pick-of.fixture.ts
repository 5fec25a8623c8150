/** Picks one element of a list; undefined if it is empty. */
export const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];
