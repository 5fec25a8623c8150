/** A text with an escape for each character that is not printable ASCII, so that it is one line and every sign is told. */
export const withEscapes = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
