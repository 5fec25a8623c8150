const RUNS = /[\p{L}\p{M}\p{N}]+/gu;
const PARTS = /\p{N}+|\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{M}]+|[^\p{Lu}\p{Ll}\p{M}\p{N}]+/gu;
const PLAIN = /^[a-z]+$/;

/**
 * Returns the words of a text in lower case, in order; a word in camelCase or with digits yields the whole word and its
 * parts.
 */
export const splitWords = (text: string): readonly string[] => {
  const words: string[] = [];
  for (const run of text.match(RUNS) ?? []) {
    words.push(run.toLowerCase());
    const parts = PLAIN.test(run) ? undefined : run.match(PARTS);
    if (parts && parts.length > 1) for (const part of parts) words.push(part.toLowerCase());
  }
  return words;
};
