/** Returns the known name that differs from a name in the fewest letters, if these are less than a third of its letters. */
export const closestName = (name: string, known: readonly string[]): string | undefined => {
  let best: string | undefined;
  let fewest = name.length / 3;
  for (const candidate of known) {
    const differences = editDistance(name, candidate);
    if (differences >= fewest) continue;
    fewest = differences;
    best = candidate;
  }
  return best;
};

/** Returns the number of letters to insert, remove or replace. */
const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at++) {
    const next = [at];
    for (let index = 1; index <= to.length; index++) {
      const replaced = row[index - 1]! + (from[at - 1] === to[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[index]! + 1, next[index - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
};
