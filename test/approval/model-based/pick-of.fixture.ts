/** Picks one of a list; undefined of an empty one. */
export const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];
