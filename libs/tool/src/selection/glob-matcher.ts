/**
 * Returns a function that matches whole names against a glob: `*` matches any characters, every other character itself,
 * case-sensitively. Takes linear time in the name's length for each `*`.
 */
export const globMatcher = (glob: string): ((name: string) => boolean) => {
  const [start = '', ...rest] = glob.split('*');
  const end = rest.pop();
  if (end === undefined) return (name) => name === glob;
  return (name) => {
    if (name.length < start.length + end.length || !name.startsWith(start) || !name.endsWith(end)) return false;
    let from = start.length;
    for (const piece of rest) {
      const found = name.indexOf(piece, from);
      if (found < 0) return false;
      from = found + piece.length;
    }
    return from <= name.length - end.length;
  };
};
