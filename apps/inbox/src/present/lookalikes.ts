import { nameOfCharacter } from './character-names.js';
import type { TextPart } from './visible-text.js';

/** Letters of other scripts that look like Latin letters. */
const LOOKALIKE = /[аеорсухіјѕһԁԛԝкгптвмнАВЕКМНОРСТУХІЈЅԌԚԜЗбьαικνορτυχγηωΑΒΕΖΗΙΚΜΝΟΡΤΥΧϲͿ]/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

interface Marked {
  readonly at: number;
  readonly part: TextPart;
}

/**
 * Finds the letters with which a word mixes Latin with Cyrillic or Greek, or these two, so that it looks like another
 * word. Words with letters that look like no other, such as "Δt", are no such words.
 */
export const lookalikesIn = (text: string): readonly Marked[] =>
  LOOKALIKE.test(text) && isMixed(text)
    ? [...text.matchAll(WORD)].flatMap(({ index, 0: word }) => (isMixed(word) ? foreignIn(word, index) : []))
    : [];

const isMixed = (text: string): boolean => SCRIPTS.filter((script) => script.test(text)).length > 1;

const foreignIn = (word: string, start: number): readonly Marked[] => {
  const letters = [...word];
  if (!LOOKALIKE.test(word)) return [];
  const counts = SCRIPTS.map((script) => letters.filter((letter) => script.test(letter)).length);
  const own = SCRIPTS[counts.indexOf(Math.max(...counts))]!;
  const marked: Marked[] = [];
  let at = start;
  for (const letter of letters) {
    const isForeign = SCRIPTS.some((script) => script !== own && script.test(letter));
    if (isForeign) marked.push({ at, part: { kind: 'lookalike', text: letter, name: nameOfCharacter(letter) } });
    at += letter.length;
  }
  return marked;
};
