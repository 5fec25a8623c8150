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
const BIDI = '[\\u202A-\\u202E\\u2066-\\u2069\\u200E\\u200F\\u061C]';
const SPACE = '\\r\\n|[\\n\\t]|(?! )\\p{Zs}';
const CONTROL = '[\\p{Cc}\\p{Cs}\\u2028\\u2029]';
const INVISIBLE = '[\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\uFFF9-\\uFFFB\\u2800]';

const TOKEN = new RegExp(
  `(?<emoji>${EMOJI})|(?<bidi>${BIDI})|(?<space>${SPACE})|(?<control>${CONTROL})|(?<invisible>${INVISIBLE})`,
  'gu',
);

/**
 * Splits a text into parts, so that a page can mark what a person would not see. The parts together are the text. Of a
 * piece of a text, spaces at its ends are not marked.
 */
export const visibleParts = (
  text: string,
  { isPiece = false }: { readonly isPiece?: boolean } = {},
): readonly TextPart[] => {
  const marked = [...hiddenIn(text), ...lookalikesIn(text), ...(isPiece ? [] : spacesAtEnds(text))].sort(
    (one, other) => one.at - other.at,
  );
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

interface Marked {
  readonly at: number;
  readonly part: TextPart;
}

const hiddenIn = (text: string): readonly Marked[] =>
  [...text.matchAll(TOKEN)].flatMap(({ index, groups = {}, 0: found }) => {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as HiddenKind | 'space' | 'emoji';
    return kind === 'emoji' ? [] : [{ at: index, part: { kind, text: found, name: nameOfCharacter(found) } }];
  });

const spacesAtEnds = (text: string): readonly Marked[] => {
  const [start = ''] = /^ +/.exec(text) ?? [];
  const [end = ''] = start.length === text.length ? [] : (/ +$/.exec(text) ?? []);
  const mark = (spaces: string, at: number): Marked => ({
    at,
    part: { kind: 'space', text: spaces, name: nameOfCharacter(spaces) },
  });
  return [...(start ? [mark(start, 0)] : []), ...(end ? [mark(end, text.length - end.length)] : [])];
};
