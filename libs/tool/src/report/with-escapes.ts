/**
 * Escapes each character that is neither printable ASCII nor a letter of Western Europe (`À` to `ÿ`), so that the text is
 * one line and look-alike letters are visible.
 */
export const withEscapes = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e\u00c0-\u00ff]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
