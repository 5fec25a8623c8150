/**
 * Returns a text with an escape for each character that is neither printable ASCII nor a letter of Western Europe
 * (`À` to `ÿ`): the text is one line, and a letter that only looks like another one is seen.
 */
export const withEscapes = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e\u00c0-\u00ff]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
