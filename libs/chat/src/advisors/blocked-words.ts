import { ChatClientException } from '../errors/chat.errors.js';

/** Returns a test for texts that contain one of the words, in upper or lower case; undefined if there is no word. */
export const blockedWords = (
  words: readonly string[],
  match: 'word' | 'substring',
): ((text: string) => boolean) | undefined => {
  if (words.length === 0) return undefined;
  const pattern = words.map(patternOf).join('|');
  const whole = match === 'word' ? `(?<![${LETTER}])(?:${pattern})(?![${LETTER}])` : pattern;
  // Regular expressions compare the case of letters by Unicode, independent of the locale.
  const expression = new RegExp(whole, 'iu');
  return (text) => expression.test(text.normalize('NFKC'));
};

const LETTER = String.raw`\p{L}\p{M}\p{N}_`;

const patternOf = (word: string): string => {
  if (typeof word !== 'string' || word.trim() === '') {
    throw new ChatClientException('A SafeGuardAdvisor received an empty word, which every text contains. Remove it.');
  }
  const escaped = word
    .normalize('NFKC')
    .trim()
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return escaped.replaceAll(/\s+/g, String.raw`\s+`);
};
