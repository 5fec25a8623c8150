import { STOP_WORDS } from './stop-words.js';
import { splitWords } from './split-words.js';

/** How many UTF-16 units of a query are read, and how many of its words are returned. */
const LONGEST = 1000;
const MOST = 24;

/** Escapes of a pattern that are not words, such as `\b`. */
const ESCAPE = /\\[a-z]/gi;

/** Returns the words of a query without stop words, or with them if it has no others. Single letters are skipped. */
export const queryWords = (query: string): readonly string[] => {
  const words = [...new Set(splitWords(query.slice(0, LONGEST).replace(ESCAPE, ' ')))].filter(isLong);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MOST);
};

// A single Chinese or Japanese character is a word.
const isLong = (word: string): boolean => word.length >= 2 || word > '\u2E7F';
