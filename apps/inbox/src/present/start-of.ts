/** Returns the first characters of a text, without a part of a character at the end. */
export const startOf = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/(?:[\uD800-\uDBFF]|\u200D)+$/, '');

/** Returns the last characters of a text, without a part of a character at the start. */
export const endOf = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(-length).replace(/^(?:[\uDC00-\uDFFF]|\u200D|\uFE0F)+/, '');
