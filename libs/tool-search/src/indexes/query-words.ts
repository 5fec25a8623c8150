import { STOP_WORDS } from './stop-words.js';
import { wordsIn } from './words-in.js';

/** How much of a query is read, in UTF-16 units, and how many words of it. */
const LONGEST = 1000;
const MOST = 24;

/** What a pattern says that is no word, such as `\b`. */
const ESCAPE = /\\[a-z]/gi;

/** The words of a query that say what is wanted: without stop words, unless there are no others. None has a single letter. */
export const queryWords = (query: string): readonly string[] => {
  const words = [...new Set(wordsIn(query.slice(0, LONGEST).replace(ESCAPE, ' ')))].filter(isLong);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MOST);
};

// A character of Chinese or Japanese is a word by itself.
const isLong = (word: string): boolean => word.length >= 2 || word > '\u2E7F';
