import { nameOfCharacter } from './character-names.js';
import { lookalikesIn } from './lookalikes.js';

/**
 * A part of a text. Every kind but `plain` is shown with a mark: a person would not see it, or would see something
 * else. `space` is a line end, a tab, an unusual space or one at an end of the text, and no reason for suspicion.
 */
export type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: HiddenKind | 'space'; readonly text: string; readonly name: string };

/**
 * `control`: a control character or half of a surrogate pair; `bidi`: it changes the direction of the text;
 * `invisible`: it has no width; `lookalike`: a letter of another script than the rest of its word.
 */
export type HiddenKind = 'control' | 'bidi' | 'invisible' | 'lookalike';

export const HIDDEN_KINDS: readonly HiddenKind[] = ['bidi', 'invisible', 'control', 'lookalike'];

const FLAG =
  '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}';
const PICTURE = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\uFE0E\\uFE0F])?';
const EMOJI = `${FLAG}|[#*0-9]\\uFE0F\\u20E3|${PICTURE}(?:\\u200D${PICTURE})*`;
const BIDI = '\\u202A-\\u202E\\u2066-\\u2069\\u200E\\u200F\\u061C';
const CONTROL = '\\p{Cc}\\p{Cs}\\u2028\\u2029';
const INVISIBLE = '\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\uFFF9-\\uFFFB\\u2800';

// An emoji is matched as a whole, so that the invisible characters that join its parts are not marked.
const TOKEN = new RegExp(`${EMOJI}|\\r\\n|(?! )\\p{Zs}|[${BIDI}${CONTROL}${INVISIBLE}]`, 'gu');

const KINDS: readonly (readonly [kind: HiddenKind | 'space', test: RegExp])[] = [
  ['space', /^(?:\r\n|[\n\t]|\p{Zs})$/u],
  ['bidi', new RegExp(`^[${BIDI}]$`, 'u')],
  ['control', new RegExp(`^[${CONTROL}]$`, 'u')],
  ['invisible', new RegExp(`^[${INVISIBLE}]$`, 'u')],
];

// Most texts are only letters, digits and marks of ASCII.
const UNUSUAL = /[^ -~]/;

/**
 * Splits a text into parts, so that a page can mark what a person would not see. The parts together are the text. If the
 * text is a piece of a longer one, spaces at its ends are not marked.
 */
export const visibleParts = (
  text: string,
  { isPiece = false }: { readonly isPiece?: boolean } = {},
): readonly TextPart[] => {
  const unusual = UNUSUAL.test(text) ? [...hiddenIn(text), ...lookalikesIn(text)] : [];
  const marked = [...unusual, ...(isPiece ? [] : spacesAtEnds(text))].sort((one, other) => one.at - other.at);
  const parts: TextPart[] = [];
  let end = 0;
  for (const { at, part } of marked) {
    if (at < end) continue;
    if (at > end) parts.push({ kind: 'plain', text: text.slice(end, at) });
    parts.push(part);
    end = at + part.text.length;
  }
  if (end < text.length) parts.push({ kind: 'plain', text: text.slice(end) });
  return parts;
};

/** A part of a text that a reader must notice, and where it is. */
export interface Marked {
  readonly at: number;
  readonly part: TextPart;
}

const hiddenIn = (text: string): readonly Marked[] => {
  const marked: Marked[] = [];
  for (const { index, 0: found } of text.matchAll(TOKEN)) {
    const [kind] = KINDS.find(([, test]) => test.test(found)) ?? [];
    if (kind) marked.push({ at: index, part: { kind, text: found, name: nameOfCharacter(found) } });
  }
  return marked;
};

const spacesAtEnds = (text: string): readonly Marked[] => {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  const mark = (spaces: string, at: number): Marked => ({
    at,
    part: { kind: 'space', text: spaces, name: nameOfCharacter(spaces) },
  });
  return [
    ...(start > 0 ? [mark(text.slice(0, start), 0)] : []),
    ...(end < text.length ? [mark(text.slice(end), end)] : []),
  ];
};
