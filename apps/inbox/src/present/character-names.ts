const NAMES: Readonly<Record<string, string>> = {
  '0000': 'NULL',
  '0007': 'BELL',
  '0008': 'BACKSPACE',
  '0009': 'TAB',
  '000A': 'LINE FEED',
  '000B': 'VERTICAL TAB',
  '000C': 'FORM FEED',
  '000D': 'CARRIAGE RETURN',
  '001B': 'ESCAPE',
  '0020': 'SPACE',
  '007F': 'DELETE',
  '0085': 'NEXT LINE',
  '00A0': 'NO-BREAK SPACE',
  '00AD': 'SOFT HYPHEN',
  '034F': 'COMBINING GRAPHEME JOINER',
  '061C': 'ARABIC LETTER MARK',
  '115F': 'HANGUL CHOSEONG FILLER',
  '1160': 'HANGUL JUNGSEONG FILLER',
  '1680': 'OGHAM SPACE MARK',
  '180E': 'MONGOLIAN VOWEL SEPARATOR',
  '200B': 'ZERO WIDTH SPACE',
  '200C': 'ZERO WIDTH NON-JOINER',
  '200D': 'ZERO WIDTH JOINER',
  '200E': 'LEFT-TO-RIGHT MARK',
  '200F': 'RIGHT-TO-LEFT MARK',
  '2007': 'FIGURE SPACE',
  '2028': 'LINE SEPARATOR',
  '2029': 'PARAGRAPH SEPARATOR',
  '202A': 'LEFT-TO-RIGHT EMBEDDING',
  '202B': 'RIGHT-TO-LEFT EMBEDDING',
  '202C': 'POP DIRECTIONAL FORMATTING',
  '202D': 'LEFT-TO-RIGHT OVERRIDE',
  '202E': 'RIGHT-TO-LEFT OVERRIDE',
  '202F': 'NARROW NO-BREAK SPACE',
  '2060': 'WORD JOINER',
  '2066': 'LEFT-TO-RIGHT ISOLATE',
  '2067': 'RIGHT-TO-LEFT ISOLATE',
  '2068': 'FIRST STRONG ISOLATE',
  '2069': 'POP DIRECTIONAL ISOLATE',
  '2800': 'BRAILLE PATTERN BLANK',
  '3000': 'IDEOGRAPHIC SPACE',
  '3164': 'HANGUL FILLER',
  FEFF: 'BYTE ORDER MARK',
  FFA0: 'HALFWIDTH HANGUL FILLER',
};

const CLASSES: readonly (readonly [test: RegExp, name: string])[] = [
  [/\p{Cs}/u, 'LONE SURROGATE'],
  [/\p{Cc}/u, 'CONTROL CHARACTER'],
  [/\p{Zs}/u, 'UNUSUAL SPACE'],
  [/[\u{E0000}-\u{E007F}]/u, 'TAG CHARACTER'],
  [/\p{Variation_Selector}/u, 'VARIATION SELECTOR'],
  [/\p{Script=Cyrillic}/u, 'CYRILLIC LETTER'],
  [/\p{Script=Greek}/u, 'GREEK LETTER'],
  [/\p{Script=Latin}/u, 'LATIN LETTER'],
];

const codeOf = (character: string): string => character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');

/** Names a character with its code, such as "ZERO WIDTH SPACE U+200B", or several equal ones with their number. */
export const nameOfCharacter = (text: string): string => {
  if (text === '\r\n') return 'CARRIAGE RETURN AND LINE FEED U+000D U+000A';
  const characters = [...text];
  const code = codeOf(text);
  const name = NAMES[code] ?? CLASSES.find(([test]) => test.test(characters[0]!))?.[1] ?? 'INVISIBLE CHARACTER';
  return `${name} U+${code}${characters.length > 1 ? ` × ${characters.length}` : ''}`;
};
