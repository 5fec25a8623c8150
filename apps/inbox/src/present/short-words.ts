import { endOf, startOf } from './start-of.js';
import type { ValueWords } from './value-words.js';

const START = 50;
const END = 29;
const START_OF_PROSE = 60;

/**
 * Shortens a value, so that it fits beside others: prose has its start, and another long text loses its middle. The host
 * of a URL stays whole.
 */
export const shortWords = (words: ValueWords, isProse = false): ValueWords => {
  switch (words.type) {
    case 'id':
      return { ...words, groups: words.groups.map(cut) };
    case 'email':
      return { ...words, before: cut(words.before) };
    case 'url':
      // A long user name may look like a host.
      return { ...words, before: words.before.replace(/\/\/.{30,}@$/, '//…@'), after: cut(words.after) };
    case 'text':
      if (isProse && words.isLong) return { ...words, text: startOfProse(words.text) };
      return { ...words, text: namesHost(words.text) ? words.text : inOneLine(cut(words.text)), isLong: false };
    default:
      return words;
  }
};

/** Returns a list of texts and numbers as one text, other words as they are. */
export const listWords = (words: ValueWords): ValueWords => {
  const items = words.type === 'json' && Array.isArray(words.value) ? words.value : [];
  const isText = items.length > 0 && items.every((item) => typeof item === 'string' || typeof item === 'number');
  return isText ? { type: 'text', text: items.join(', '), isLong: false } : words;
};

const cut = (text: string): string =>
  text.length > START + 1 + END ? `${startOf(text, START)}…${endOf(text, END)}` : text;

const startOfProse = (text: string): string =>
  text.length > START_OF_PROSE ? `${startOf(text, START_OF_PROSE)}…` : text;

const inOneLine = (text: string): string => text.replace(/\r?\n[ \r\n]*/g, ' ');

/** Whether a browser finds a host in a text that is no plain URL, such as one with a space in its user name. */
const namesHost = (text: string): boolean => URL.canParse(text) && new URL(text).host !== '';
