/** Ends a line, moves a cursor, turns a text around, or is not seen at all. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Returns a text as one line, with every control, format, bidirectional and unassigned character as its escape:
 * `\n`, `\u001b`, `\u{e0041}`. Everything else stays as it is.
 */
export const visibleText = (text: string): string => text.replace(HIDDEN, (char) => SHORT[char] ?? escapeOf(char));

const escapeOf = (char: string): string => {
  const code = char.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};
