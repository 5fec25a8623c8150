/** What stands outside of brackets, quantifiers and escapes in a pattern that has few of them. */
const SIMPLE = /^(?:[\w\s-]|\.[*+?]?|\\b|\^|\$)+$/;
const BETWEEN = /\.[*+?]?|\\b|\^|\$/;

/**
 * For each alternative of a simple pattern the longest text that is in whatever it fits, in lower case: one of them is
 * found faster than the pattern. `undefined` where that cannot be told.
 */
export const literalsOf = (pattern: string): readonly string[] | undefined => {
  const literals: string[] = [];
  for (const part of pattern.replace(/^\(\?i\)/, '').split('|')) {
    if (!SIMPLE.test(part)) return undefined;
    const [longest = ''] = part.split(BETWEEN).sort((one, other) => other.length - one.length);
    if (longest.length < 2) return undefined;
    literals.push(longest.toLowerCase());
  }
  return literals;
};
