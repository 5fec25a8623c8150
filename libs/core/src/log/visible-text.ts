/**
 * Characters that end a line, move a cursor, reverse a text, or are invisible. U+2800 is a blank that is not a space, and
 * U+FE0F gives a picture its color.
 */
const HIDDEN = /(?!(?<=\p{Extended_Pictographic})\uFE0F)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Returns a text as one line, with an escape for every control, format, bidirectional and unassigned character:
 * `\n`, `\u001b`, `\u{e0041}`. Other characters are unchanged.
 */
export const visibleText = (text: string): string => text.replace(HIDDEN, (char) => SHORT[char] ?? escapeOf(char));

const escapeOf = (char: string): string => {
  const code = char.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};
