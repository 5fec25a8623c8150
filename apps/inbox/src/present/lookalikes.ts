import { nameOfCharacter } from './character-names.js';
import type { Marked } from './visible-text.js';

/** Letters of other scripts that look like Latin letters. */
const LOOKALIKE = /[аеорсухіјѕһԁԛԝкгптвмнАВЕКМНОРСТУХІЈЅԌԚԜЗбьαικνορτυχγηωΑΒΕΖΗΙΚΜΝΟΡΤΥΧϲͿ]/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const TOKEN = /[^\s<>"'(),;]+/gu;
const [LATIN, CYRILLIC, GREEK] = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
/** An e-mail address, a URL, a path, a domain. */
const ADDRESS = /@|:\/\/|^[/?#]|\.[a-z]{2,}/i;
const LAST_LABEL = /\.\p{L}{2,}$/u;

/**
 * Finds the letters that look like Latin ones where a person takes them for Latin: in a word that has Latin letters too,
 * and in a part of an address or of an identifier that consists of such letters alone. In "Δt" it finds none, because Δ
 * looks like no Latin letter.
 */
export const lookalikesIn = (text: string): readonly Marked[] =>
  LOOKALIKE.test(text)
    ? [...text.matchAll(TOKEN)].flatMap(({ index, 0: token }) => (LOOKALIKE.test(token) ? inToken(token, index) : []))
    : [];

const inToken = (token: string, start: number): readonly Marked[] => {
  const words = [...token.matchAll(WORD)];
  const isAddress = ADDRESS.test(token) || (LAST_LABEL.test(token) && words.every(({ 0: word }) => isDisguised(word)));
  const hasDigit = /\d/.test(token);
  return words.flatMap(({ index, 0: word }) => {
    const isId = hasDigit && !/\p{Ll}/u.test(word);
    return isMixed(word) || ((isAddress || isId) && isDisguised(word)) ? marksOf(word, start + index) : [];
  });
};

const isMixed = (word: string): boolean => [LATIN, CYRILLIC, GREEK].filter((script) => script.test(word)).length > 1;

/** Whether a word can be taken for a Latin one. Digits belong to every script. */
const isDisguised = (word: string): boolean =>
  [...word].every((letter) => LOOKALIKE.test(letter) || /\p{N}/u.test(letter));

const marksOf = (word: string, start: number): readonly Marked[] => {
  const marked: Marked[] = [];
  let at = start;
  for (const letter of word) {
    if (LOOKALIKE.test(letter))
      marked.push({ at, part: { kind: 'lookalike', text: letter, name: nameOfCharacter(letter) } });
    at += letter.length;
  }
  return marked;
};
