/** A pattern for tool names: a string is a glob for the whole name, a `RegExp` may match any part of it. */
export type ToolPattern = string | RegExp;

/** Returns a function that returns whether a name matches the pattern. */
export const nameMatcher = (pattern: ToolPattern): ((name: string) => boolean) => {
  if (typeof pattern === 'string') return globMatcher(pattern);
  // With the flags g and y a RegExp remembers the end of its last match.
  const stateless = new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, ''));
  return (name) => stateless.test(name);
};

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
