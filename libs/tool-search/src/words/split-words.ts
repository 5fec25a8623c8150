const RUNS = /[\p{L}\p{M}\p{N}]+/gu;
// A mark after a letter without case, as in Hindi and Thai, belongs to the letter.
const PARTS = /\p{N}+|\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{M}]+|[^\p{Lu}\p{Ll}\p{M}\p{N}][^\p{Lu}\p{Ll}\p{N}]*/gu;
const PLAIN = /^[a-z]+$/;

/** Where a word of camelCase begins. */
const HUMPS = /(?<=\p{Ll})(?=\p{Lu})|(?<=[\p{Lu}\p{N}])(?=\p{Lu}\p{Ll})/u;
/** A word such as `S3` or `B2B`, whose single letters find nothing. */
const WITH_DIGIT = /\p{L}\p{N}/u;

/** The accents of Latin, Greek and Cyrillic letters. */
const ACCENTS = /[\u0300-\u036F]/g;

/** The scripts without spaces between words. */
const UNSPACED = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });
/** The segmenter takes a time that is quadratic in the length of a text without spaces. */
const PIECES = /[^]{1,200}/gu;

/**
 * Returns the words of a text in lower case and without accents, in order; a word in camelCase, with digits, or in a
 * script without spaces yields the whole word and its parts.
 */
export const splitWords = (text: string): readonly string[] => {
  const words: string[] = [];
  for (const run of withoutAccents(text).match(RUNS) ?? []) {
    words.push(run.toLowerCase());
    const parts = PLAIN.test(run) ? undefined : partsOf(run);
    if (parts && parts.length > 1) for (const part of parts) words.push(part.toLowerCase());
  }
  return words;
};

// Composed again, because a Korean syllable and a Japanese letter with a mark are one letter each.
const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(ACCENTS, '').normalize('NFC');

const partsOf = (run: string): readonly string[] => {
  const humps = WITH_DIGIT.test(run) ? run.split(HUMPS).filter((hump) => hump !== run && WITH_DIGIT.test(hump)) : [];
  return [...humps, ...(run.match(PARTS) ?? []).flatMap(segmentsOf)];
};

const segmentsOf = (part: string): readonly string[] => {
  const pieces = UNSPACED.test(part) ? part.match(PIECES) : undefined;
  return pieces?.flatMap((piece) => [...SEGMENTER.segment(piece)].map(({ segment }) => segment)) ?? [part];
};
