/**
 * Gives what tells whether a name fits a pattern as a whole: `*` stands for any characters, everything else for itself,
 * upper and lower case apart. Takes time in proportion to the name's length for each `*`.
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
