import { ChatClientException } from '../chat.errors.js';

/** Tells whether a text has one of the words, whatever the case of their letters; undefined where there is no word. */
export const blockedWords = (
  words: readonly string[],
  match: 'word' | 'substring',
): ((text: string) => boolean) | undefined => {
  if (words.length === 0) return undefined;
  const pattern = words.map(patternOf).join('|');
  const whole = match === 'word' ? `(?<![${LETTER}])(?:${pattern})(?![${LETTER}])` : pattern;
  // The case of regular expressions is that of Unicode, the same in every place of the world.
  const expression = new RegExp(whole, 'iu');
  return (text) => expression.test(text.normalize('NFKC'));
};

const LETTER = String.raw`\p{L}\p{M}\p{N}_`;

const patternOf = (word: string): string => {
  if (typeof word !== 'string' || word.trim() === '') {
    throw new ChatClientException('A SafeGuardAdvisor was given an empty word, which every text has. Leave it out.');
  }
  const escaped = word
    .normalize('NFKC')
    .trim()
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return escaped.replaceAll(/\s+/g, String.raw`\s+`);
};
